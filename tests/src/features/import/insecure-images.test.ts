import { expect, test } from 'vitest'
import { countInsecureImages } from '#src/features/import/insecure-images.ts'

test.each([
  ['![a](http://pictures.example/a.png)', 1],
  ['![a]( <http://pictures.example/a b.png> "Title") and ![](HTTP://pictures.example/b.png)', 2],
  ['<p><img alt="a" src="http://pictures.example/a.png"><IMG SRC=http://pictures.example/b.png></p>', 2],
  [
    '![one][logo] ![two][LOGO] ![three][other]\n\n[logo]: http://pictures.example/a.png\n[other]: https://x.example/a',
    2,
  ],
  ['![a](https://pictures.example/a.png) ![b](/server/b.png) [a link](http://pictures.example/)', 0],
  ['```\n![a](http://pictures.example/a.png)\n```\n\n![b](http://pictures.example/b.png)', 1],
  ['```code``` in a line\n\n![b](http://pictures.example/b.png)', 1],
  ['', 0],
])('%j has this number of images on hosts without https: %i', (text, count) => {
  expect(countInsecureImages(text)).toBe(count)
})

test.each([
  ['![a](http://docs.example/a.png) ![b](HTTP://Docs.Example:80/b.png?x) ![c](http://docs.example)', 0],
  ['![a][logo]\n\n[logo]: http://docs.example/a.png', 0],
  ['<img src="http://docs.example:8080/a.png"><img src=http://10.0.0.5:4999/b.png>', 1],
  ['![a](http://docs.example.evil/a.png) ![b](http://docs.example@evil/b.png) <img src="http://x.docs.example/">', 3],
])('%j has this number of images on hosts other than the site’s own: %i', (text, count) => {
  expect(countInsecureImages(text, ['docs.example', '10.0.0.5:4999'])).toBe(count)
})

test('counts the images of a hostile text quickly', () => {
  const start = performance.now()
  countInsecureImages(
    `http://${'<img src=http://'.repeat(100_000)}${'![](http://'.repeat(100_000)}${'<img '.repeat(200_000)}${'!['.repeat(200_000)}${'[a]: '.repeat(100_000)}`,
  )
  expect(performance.now() - start).toBeLessThan(2000)
})
