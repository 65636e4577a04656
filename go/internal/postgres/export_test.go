package postgres

// OpenWithPatience is OpenForRequests with another silenceTimeout.
var OpenWithPatience = openForRequests
