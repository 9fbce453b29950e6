import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#build/paths.ts'

const folder = join(root, 'web/features/home/pictures')

test('there is a picture for each language and theme, and none is heavy', () => {
  const names = ['reading', 'writing'].flatMap((scene) =>
    ['en', 'zh'].flatMap((lang) => ['light', 'dark'].map((theme) => `${scene}-${lang}-${theme}.webp`)),
  )
  expect(readdirSync(folder).sort()).toEqual(names.sort())
  for (const name of names) expect(statSync(join(folder, name)).size, name).toBeLessThan(120_000)
})
