package main

import (
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
	for y := range 300 {
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
