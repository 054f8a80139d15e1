"""What an agent asks, one function a tool: answer, find, get, list, compare, calculate, recommend, quiz.

Each reads the bodies of the interface (`Responder.body`) and gives a `Result`: a text that stands alone, with value, unit, scope,
source and address, and the same as data. `sportlore answer`, `show` and `compare` print the text; `protocol` hands both over by
the Model Context Protocol. So the three doors, HTTP, protocol and command line, cannot disagree.
"""
