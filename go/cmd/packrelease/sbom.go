package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
	"golang.org/x/mod/modfile"
)

// writeSBOM writes, as CycloneDX, which Go modules are linked into the program and which npm packages
// are part of the site. It has neither a date nor a number of its own, so that it is reproducible.
func writeSBOM(output string, b build, packagesFile, goModFile, npmFile string) error {
	components, err := goModules(packagesFile, goModFile)
	if err != nil {
		return err
	}
	npm, err := npmPackages(npmFile)
	if err != nil {
		return err
	}
	components = append(components, npm...)

	sbom := cyclonedx.NewBOM()
	sbom.SerialNumber = ""
	sbom.Metadata = &cyclonedx.Metadata{Component: &cyclonedx.Component{
		BOMRef:  "bookclub",
		Type:    cyclonedx.ComponentTypeApplication,
		Name:    "bookclub",
		Version: b.version,
	}}
	if b.commit != "" {
		sbom.Metadata.Component.Properties = &[]cyclonedx.Property{{Name: "commit", Value: b.commit}}
	}
	sbom.Components = &components

	var content bytes.Buffer
	if err := cyclonedx.NewBOMEncoder(&content, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(sbom); err != nil {
		return err
	}
	return os.WriteFile(output, content.Bytes(), modeFile)
}

// goModules returns Go's standard library, and the modules that the packages with the given import
// paths are from, in the order of go.mod.
func goModules(packagesFile, goModFile string) ([]cyclonedx.Component, error) {
	content, err := os.ReadFile(goModFile)
	if err != nil {
		return nil, err
	}
	goMod, err := modfile.ParseLax(goModFile, content, nil)
	if err != nil {
		return nil, err
	}
	linked := map[string]bool{goMod.Module.Mod.Path: false}
	for _, require := range goMod.Require {
		linked[require.Mod.Path] = false
	}

	packages, err := os.ReadFile(packagesFile)
	if err != nil {
		return nil, err
	}
	for _, importPath := range strings.Fields(string(packages)) {
		module := importPath
		for {
			if _, known := linked[module]; known {
				break
			}
			if module = path.Dir(module); module == "." {
				return nil, fmt.Errorf("%s has no module for the package %s", goModFile, importPath)
			}
		}
		linked[module] = true
	}

	components := []cyclonedx.Component{component("golang", "std", goMod.Go.Version)}
	for _, require := range goMod.Require {
		if linked[require.Mod.Path] {
			components = append(components, component("golang", require.Mod.Path, require.Mod.Version))
		}
	}
	return components, nil
}

// npmPackages returns what Vite says is part of the site.
func npmPackages(listFile string) ([]cyclonedx.Component, error) {
	content, err := os.ReadFile(listFile)
	if err != nil {
		return nil, err
	}
	var packages []struct{ Name, Version, Identifier string }
	if err := json.Unmarshal(content, &packages); err != nil {
		return nil, fmt.Errorf("%s: %w", listFile, err)
	}
	var components []cyclonedx.Component
	for _, p := range packages {
		scope, name, _ := strings.Cut(p.Name, "/")
		if strings.Contains(name, "/") || !strings.HasPrefix(scope, "@") && name != "" {
			continue // A folder with a package.json of its own, inside of a package that is listed, too.
		}
		c := component("npm", p.Name, p.Version)
		c.Licenses = &cyclonedx.Licenses{{Expression: p.Identifier}}
		components = append(components, c)
	}
	return components, nil
}

func component(ecosystem, name, version string) cyclonedx.Component {
	escape := strings.NewReplacer("@", "%40", "+", "%2B").Replace
	purl := "pkg:" + ecosystem + "/" + escape(name) + "@" + escape(version)
	return cyclonedx.Component{
		BOMRef:     purl,
		Type:       cyclonedx.ComponentTypeLibrary,
		Name:       name,
		Version:    version,
		PackageURL: purl,
	}
}
