package mail

import (
	"testing"
	"time"
)

func TestRetryWait(t *testing.T) {
	for attempts, want := range map[int]time.Duration{
		1:         10 * time.Second,
		2:         20 * time.Second,
		3:         40 * time.Second,
		9:         2560 * time.Second,
		10:        time.Hour,
		1_000_000: time.Hour,
	} {
		if got := retryWait(attempts); got != want {
			t.Errorf("retryWait(%d) = %v, want %v", attempts, got, want)
		}
	}
}
