// Package leave makes and checks the tokens of the links by which people leave the waitlist.
//
// A token is the entry's id and a keyed hash (HMAC-SHA256) of it, each in URL-safe base64, with a
// dot between them. Who holds one can erase that entry and nothing else.
package leave

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/google/uuid"
)

// purpose keeps the hashes apart from those that the same key may make for something else.
const purpose = "leave-waitlist:"

// Tokens makes tokens with one key, and checks them with that one and older ones.
type Tokens struct {
	key     string
	oldKeys []string
}

// NewTokens returns Tokens that are made with the key. Those that were made with an old key are
// good as well, so that links in mails survive a change of the key.
func NewTokens(key string, oldKeys ...string) Tokens {
	return Tokens{key: key, oldKeys: oldKeys}
}

// Token returns the token that erases the entry with this id.
func (t Tokens) Token(id uuid.UUID) string {
	return encode(id[:]) + "." + encode(sign(t.key, id))
}

// Verify returns the id of the entry that the token was made for, and false if the token was not
// made with one of the keys.
func (t Tokens) Verify(token string) (uuid.UUID, bool) {
	idText, macText, _ := strings.Cut(token, ".")
	rawID, err := base64.RawURLEncoding.Strict().DecodeString(idText)
	if err != nil {
		return uuid.Nil, false
	}
	id, err := uuid.FromBytes(rawID)
	if err != nil {
		return uuid.Nil, false
	}
	mac, err := base64.RawURLEncoding.Strict().DecodeString(macText)
	if err != nil {
		return uuid.Nil, false
	}
	if hmac.Equal(mac, sign(t.key, id)) {
		return id, true
	}
	for _, key := range t.oldKeys {
		if hmac.Equal(mac, sign(key, id)) {
			return id, true
		}
	}
	return uuid.Nil, false
}

func sign(key string, id uuid.UUID) []byte {
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(purpose))
	mac.Write(id[:])
	return mac.Sum(nil)
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
