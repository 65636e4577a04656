package httpapi

import (
	"math"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"
)

// maxClients is how many clients a writeLimiter remembers, so that no flood of addresses fills
// the memory. The one that was quiet for the longest is forgotten first.
const maxClients = 10_000

// writeLimiter lets each client write a number of times at once and as often again each minute,
// spread evenly. Addresses are kept in memory only.
type writeLimiter struct {
	perMinute int // 0 for no limit
	trusted   []netip.Prefix

	mu      sync.Mutex                                // of each Limiter, too: what others follow is not given back whole
	clients *simplelru.LRU[netip.Addr, *rate.Limiter] // by clientOf
}

func newWriteLimiter(perMinute int, trusted []netip.Prefix) (*writeLimiter, error) {
	clients, err := simplelru.NewLRU[netip.Addr, *rate.Limiter](maxClients, nil)
	return &writeLimiter{perMinute: perMinute, trusted: trusted, clients: clients}, err
}

// take uses up one of the client's writes. If there is none it returns, in whole seconds and at
// least 1, when there will be one again; else 0.
func (l *writeLimiter) take(r *http.Request, now time.Time) int {
	if l.perMinute == 0 {
		return 0
	}
	client := clientOf(r, l.trusted)
	l.mu.Lock()
	defer l.mu.Unlock()
	write := l.limiter(client).ReserveN(now, 1)
	wait := write.DelayFrom(now)
	if wait == 0 {
		return 0
	}
	write.CancelAt(now)
	return int(math.Ceil(wait.Seconds()))
}

func (l *writeLimiter) limiter(client netip.Addr) *rate.Limiter {
	limiter, found := l.clients.Get(client)
	if !found {
		limiter = rate.NewLimiter(rate.Limit(l.perMinute)/60, l.perMinute)
		l.clients.Add(client, limiter)
	}
	return limiter
}

// clientOf returns the address that a request comes from: the nearest one that is no trusted
// proxy. What stands to the left of it in X-Forwarded-For may be made up. Of an IPv6 address it is
// the /64, because one household or machine has that many.
func clientOf(r *http.Request, trusted []netip.Prefix) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	client := peer.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		isTrusted := slices.ContainsFunc(trusted, func(p netip.Prefix) bool { return p.Contains(client.WithZone("")) })
		if !isTrusted {
			break
		}
		next, err := parseHop(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		client = next.Unmap()
	}
	if client.Is6() {
		return netip.PrefixFrom(client.WithZone(""), 64).Masked().Addr()
	}
	return client
}

// parseHop reads an entry of X-Forwarded-For. Some proxies add the port.
func parseHop(hop string) (netip.Addr, error) {
	if withPort, err := netip.ParseAddrPort(hop); err == nil {
		return withPort.Addr(), nil
	}
	return netip.ParseAddr(hop)
}
