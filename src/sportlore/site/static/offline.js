// Lets pages that were opened be read again without a connection.

navigator.serviceWorker?.register("/worker.js").catch(() => {}); // a browser may refuse, in a private window for one
