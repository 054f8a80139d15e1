-- Arguments: a file of whole requests one after the other, and `random` or `in-order`.
local requests, at, in_order = {}, 0, false

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for request in file:read("*a"):gmatch("(.-\r\n\r\n)") do requests[#requests + 1] = request end
  file:close()
  in_order = args[2] == "in-order"
  math.randomseed(1)
end

function request()
  if not in_order then return requests[math.random(#requests)] end
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"microseconds":%d,"bytes":%d,"p50":%.1f,"p99":%.1f,'
      .. '"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d}\n',
    summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99),
    errors.connect, errors.read, errors.write, errors.status, errors.timeout))
end
