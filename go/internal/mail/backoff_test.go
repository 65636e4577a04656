package mail

import (
	"testing"
	"time"
)

func TestRetryWait(t *testing.T) {
	for attempts, longest := range map[int]time.Duration{
		1:         10 * time.Second,
		2:         20 * time.Second,
		3:         40 * time.Second,
		9:         2560 * time.Second,
		10:        time.Hour,
		1_000_000: time.Hour,
	} {
		if got := retryWait(attempts); got != longest {
			t.Errorf("retryWait(%d) = %v, want %v", attempts, got, longest)
		}
	}
}

func TestWaitsAreScattered(t *testing.T) {
	waits := make(map[time.Duration]bool)
	for range 100 {
		wait := jittered(time.Hour)
		if wait < 30*time.Minute || wait > time.Hour {
			t.Errorf("a wait of %v", wait)
		}
		waits[wait] = true
	}
	if len(waits) < 90 {
		t.Errorf("%d different waits of 100", len(waits))
	}
}

func TestTheLeaseIsLongerThanATry(t *testing.T) {
	if try := sendTimeout + recordTimeout; try >= lease || dialogTimeout >= sendTimeout {
		t.Errorf("a try may take %v of a lease of %v", try, lease)
	}
}

func TestMailsAreTriedForDays(t *testing.T) {
	var least time.Duration
	for attempts := range maxAttempts - 1 {
		least += retryWait(attempts+1) / 2
	}
	if least < 36*time.Hour {
		t.Errorf("a mail may be given up after %v", least)
	}
}
