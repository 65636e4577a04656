package postgres_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/goodlifebookclub/platform/go/internal/embeddedpg"
	"github.com/goodlifebookclub/platform/go/internal/postgres"
	"github.com/goodlifebookclub/platform/go/internal/postgres/postgrestest"
	"github.com/goodlifebookclub/platform/go/internal/waitlist"
)

// As docs/operations.md says. On Linux, where each process can have an address of its own.
func TestConnectionIsEncryptedAndTheServerChecked(t *testing.T) {
	t.Parallel()
	pid := os.Getpid()
	named := fmt.Sprintf("127.1%02d.%d.%d", pid>>16%100, pid>>8%256, pid%256)
	nameless := fmt.Sprintf("127.2%02d.%d.%d", pid>>16%50, pid>>8%256, pid%256)
	certificate, key := newCertificate(t, named)
	otherCertificate, _ := newCertificate(t, named)
	startTLSServer(t, named+","+nameless, certificate, key)

	for name, test := range map[string]struct {
		host, query string
		refused     bool
	}{
		"by default":                 {named, "", false},
		"with a certificate":         {named, "sslmode=verify-full&sslrootcert=" + certificate, false},
		"with another name":          {nameless, "sslmode=verify-full&sslrootcert=" + certificate, true},
		"with another's certificate": {named, "sslmode=verify-full&sslrootcert=" + otherCertificate, true},
		"without TLS":                {named, "sslmode=disable", true},
	} {
		t.Run(name, func(t *testing.T) {
			db, err := postgres.Open("postgres://postgres@" + test.host + "/postgres?" + test.query)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			err = postgres.NewWaitlistStore(db).Ping(t.Context())
			if test.refused {
				if !errors.Is(err, waitlist.ErrUnavailable) {
					t.Errorf("got %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var encrypted bool
			if err := db.Get(&encrypted, `SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`); err != nil {
				t.Fatal(err)
			}
			if !encrypted {
				t.Error("the connection is not encrypted")
			}
		})
	}
}

// startTLSServer runs a server that listens on TCP and takes nobody without TLS.
func startTLSServer(t *testing.T, addresses, certificate, key string) {
	t.Helper()
	pkg, err := postgrestest.Package()
	if err != nil {
		t.Fatal(err)
	}
	rules := filepath.Join(t.TempDir(), "pg_hba.conf")
	if err := os.WriteFile(rules, []byte("hostssl all all all trust\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	server, err := embeddedpg.Start(t.Context(), embeddedpg.Config{
		Package:   pkg,
		Dir:       t.TempDir(),
		Ephemeral: true,
		Settings: []string{
			"listen_addresses=" + addresses,
			"hba_file=" + rules,
			"ssl=on",
			"ssl_cert_file=" + certificate,
			"ssl_key_file=" + key,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
}

// newCertificate returns the files of a certificate for an address, which is its own authority, and
// of its key.
func newCertificate(t *testing.T, address string) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		NotAfter:              time.Now().Add(time.Hour),
		IPAddresses:           []net.IP{net.ParseIP(address)},
		BasicConstraintsValid: true,
		IsCA:                  true,
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("certificate.pem", "CERTIFICATE", signed), write("key.pem", "PRIVATE KEY", encoded)
}
