package mail

import "crypto/x509"

// MaxAttempts lets tests bring a mail to its last attempt.
const MaxAttempts = maxAttempts

// Trust makes a sender trust the certificate of a test's server.
func (s *SMTPSender) Trust(roots *x509.CertPool) { s.roots = roots }
