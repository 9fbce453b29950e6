import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#build/paths.ts'

const folder = join(root, 'web/app/home/images')

test('has a small image for each language and theme', () => {
  const names = ['reading', 'writing'].flatMap((scene) =>
    ['en', 'zh'].flatMap((lang) => ['light', 'dark'].map((theme) => `${scene}-${lang}-${theme}.webp`)),
  )
  expect(readdirSync(folder).sort()).toEqual(names.sort())
  for (const name of names) expect(statSync(join(folder, name)).size, name).toBeLessThan(120_000)
})
