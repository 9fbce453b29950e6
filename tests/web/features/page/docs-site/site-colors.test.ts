import { expect, test } from 'vitest'
import { contrast, siteColors } from '#web/features/page/docs-site/site-colors.ts'

const steps = ['00', '33', '66', '99', 'cc', 'ff']
const all = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)))

test('text stays readable in every colour, in both themes', () => {
  expect(all).toHaveLength(216)
  for (const color of all) {
    const { light, dark } = siteColors(color) ?? expect.fail()
    for (const background of ['#ffffff', '#f6f7f9', '#eef0f3', light['--accent-soft']])
      expect([color, background, contrast(light['--accent'], background) >= 4.5]).toEqual([color, background, true])
    for (const background of ['#14171c', '#191d23', '#20252d', '#232932', dark['--accent-soft']])
      expect([color, background, contrast(dark['--accent'], background) >= 4.5]).toEqual([color, background, true])
    for (const theme of [light, dark])
      for (const name of ['--accent-solid', '--accent-hover'] as const)
        expect([color, name, contrast('#ffffff', theme[name]) >= 4.5]).toEqual([color, name, true])
    expect([color, contrast(dark['--accent-solid'], '#14171c') >= 2]).toEqual([color, true])
  }
})

test('a colour that is readable stays as it is', () => {
  expect(siteColors('#0a5c36')?.light['--accent-solid']).toBe('#0a5c36')
  expect(siteColors('#0A5C36')?.light['--accent']).toBe('#0a5c36')
})

test.each(['', 'red', '#12', '#12345', 'url(x)'])('%s is no colour', (text) => expect(siteColors(text)).toBeUndefined())
