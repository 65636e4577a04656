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

// Tokens makes and checks tokens with one key.
type Tokens struct {
	key []byte
}

// NewTokens returns Tokens that use the given secret as the key.
func NewTokens(secret string) Tokens {
	return Tokens{key: []byte(secret)}
}

// Token returns the token that erases the entry with this id.
func (t Tokens) Token(id uuid.UUID) string {
	return encode(id[:]) + "." + encode(t.sign(id))
}

// Verify returns the id of the entry that the token was made for, and false if the token was not
// made with this key.
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
	if err != nil || !hmac.Equal(mac, t.sign(id)) {
		return uuid.Nil, false
	}
	return id, true
}

func (t Tokens) sign(id uuid.UUID) []byte {
	mac := hmac.New(sha256.New, t.key)
	mac.Write([]byte(purpose))
	mac.Write(id[:])
	return mac.Sum(nil)
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
