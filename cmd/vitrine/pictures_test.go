package main

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
)

// writePictures makes a folder with two pictures, a copy of one of them, a file
// that is no picture, and one that is damaged.
func writePictures(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "more"), 0o700); err != nil {
		return err
	}
	img := image.NewRGBA(image.Rect(0, 0, 400, 300))
	for y := range 200 {
		for x := range 400 {
			img.Set(x, y, color.RGBA{uint8(x / 2), uint8(y / 2), 90, 255})
		}
	}
	one, err := os.Create(filepath.Join(dir, "first_light.jpg"))
	if err != nil {
		return err
	}
	defer one.Close()
	if err := jpeg.Encode(one, img, nil); err != nil {
		return err
	}
	two, err := os.Create(filepath.Join(dir, "more", "second.png"))
	if err != nil {
		return err
	}
	defer two.Close()
	if err := png.Encode(two, img); err != nil {
		return err
	}
	whole, err := os.ReadFile(one.Name())
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"copy.jpg":      whole,
		"damaged.jpg":   whole[:len(whole)/2],
		"pretender.jpg": []byte("<svg xmlns='http://www.w3.org/2000/svg'/>"),
		"notes.txt":     []byte("not a picture, and not called one"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// copyDemo makes a folder with three pictures of the demonstration: deriving all
// of them takes several seconds each time.
func copyDemo(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for _, name := range []string{"dragonfly.jpg", "fig.jpg", "nuthatch.jpg"} {
		content, err := os.ReadFile(filepath.Join("../../testdata/demo", name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// writeMany makes a folder with twenty pictures, no two alike.
func writeMany(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	for i := range 20 {
		img := image.NewGray(image.Rect(0, 0, 120, 80))
		for at := range img.Pix {
			img.Pix[at] = byte(at * (i + 1) / 40)
		}
		file, err := os.Create(filepath.Join(dir, fmt.Sprintf("picture-%02d.jpg", i+1)))
		if err != nil {
			return err
		}
		if err := errors.Join(jpeg.Encode(file, img, nil), file.Close()); err != nil {
			return err
		}
	}
	return nil
}
