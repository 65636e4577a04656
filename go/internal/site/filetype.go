package site

import "path"

// fileType is what HTTP says about a file and whether compressing it gains anything.
type fileType struct {
	contentType  string
	compressible bool
}

// typeOf returns the type of a file by its name. It does not ask the machine (as package mime
// does), so it is the same on all.
func typeOf(name string) fileType {
	switch path.Ext(name) {
	case ".css":
		return fileType{"text/css; charset=utf-8", true}
	case ".html":
		return fileType{"text/html; charset=utf-8", true}
	case ".ico":
		return fileType{"image/x-icon", false}
	case ".jpg", ".jpeg":
		return fileType{"image/jpeg", false}
	case ".js":
		return fileType{"text/javascript; charset=utf-8", true}
	case ".json", ".map":
		return fileType{"application/json", true}
	case ".png":
		return fileType{"image/png", false}
	case ".svg":
		return fileType{"image/svg+xml", true}
	case ".txt":
		return fileType{"text/plain; charset=utf-8", true}
	case ".webmanifest":
		return fileType{"application/manifest+json", true}
	case ".webp":
		return fileType{"image/webp", false}
	case ".woff2":
		return fileType{"font/woff2", false}
	case ".xml":
		return fileType{"application/xml", true}
	}
	return fileType{"application/octet-stream", false}
}
