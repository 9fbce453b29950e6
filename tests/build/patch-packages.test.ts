import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { applyPatches, parsePatch, patchPackages, readPatches } from '#build/patch-packages.ts'
import { root } from '#build/paths.ts'

const patch = `Why this is so

--- in this text is no header, and neither is
@@ this

diff --git a/node_modules/@sums/add/index.js b/node_modules/@sums/add/index.js
index 1d27311..22fd69b 100644
--- a/node_modules/@sums/add/index.js
+++ b/node_modules/@sums/add/index.js
@@ -1,3 +1,4 @@
+import { zero } from "#web/zero.ts";
 one

---- two
+++ 2
@@ -5 +6,0 @@ function five() {
-five
\\ No newline at end of file
`
const code = 'one\n\n--- two\nfour\nfive'
const file = 'node_modules/@sums/add/index.js'
const hunksOf = (text: string) => parsePatch(text).get(file) ?? []

test('a patch is read as hunks, without its explanation', () => {
  expect(parsePatch(patch)).toEqual(
    new Map([
      [
        file,
        [
          { line: 1, from: ['one', '', '--- two'], to: ['import { zero } from "#web/zero.ts";', 'one', '', '++ 2'] },
          { line: 5, from: ['five'], to: [] },
        ],
      ],
    ]),
  )
})

test('patches are applied one after another', () => {
  const next = '+++ b/node_modules/@sums/add/index.js\n@@ -4,2 +4,2 @@\n ++ 2\n-four\n+4\n'
  expect(
    applyPatches(code, [
      { patch: 'a.patch', hunks: hunksOf(patch) },
      { patch: 'b.patch', hunks: hunksOf(next) },
    ]),
  ).toBe('import { zero } from "#web/zero.ts";\none\n\n++ 2\n4')
})

test('code that differs from what a hunk changes is rejected, with patch and line', () => {
  const patches = [{ patch: 'a.patch', hunks: hunksOf(patch) }]
  expect(() => applyPatches(code.replace('five', '5'), patches)).toThrow('patches/a.patch: line 5 is 5, not five')
  expect(() => applyPatches('one', patches)).toThrow('patches/a.patch: line 5 is missing, not five')
  expect(() => applyPatches(`none\n${code}`, patches)).toThrow('patches/a.patch: line 5 is four, not five')
})

const folder = mkdtempSync(join(tmpdir(), 'patches-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const bundle = async (entry: string) => {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: folder },
    bundle: true,
    write: false,
    logLevel: 'silent',
    plugins: [patchPackages(folder)],
  })
  return outputFiles[0]?.text
}

test('the bundle contains the patched code, and the build fails when a patch does not fit', async () => {
  write('package.json', '{ "imports": { "#web/*": "./web/*" } }')
  write('web/zero.ts', 'export const zero: string = "from the application"')
  write('node_modules/@sums/add/package.json', '{ "version": "1.2.3" }')
  write(file, 'export { zero } from "./nothing.js"\n')
  write(
    'patches/@sums+add+1.2.3+001+zero.patch',
    `+++ b/${file}\n@@ -1 +1 @@\n-export { zero } from "./nothing.js"\n+export { zero } from "#web/zero.ts"\n`,
  )
  const entry = 'import { zero } from "@sums/add"; console.log(zero)'
  expect(await bundle(entry)).toContain('from the application')
  await expect(bundle('console.log(1)')).rejects.toThrow(`${file} has patches, but is not bundled`)
  write(file, 'export const zero = 0\n')
  await expect(bundle(entry)).rejects.toThrow('+001+zero.patch: line 1 is export const zero = 0, not export { zero }')
  write('node_modules/@sums/add/package.json', '{ "version": "1.2.4" }')
  await expect(bundle(entry)).rejects.toThrow('patches/@sums+add+1.2.3+001+zero.patch is not for version 1.2.4')
})

test('the patched packages set no HTML and create no function from text', () => {
  const patches = readPatches(root)
  expect([...patches.keys()]).toContain('node_modules/@fortune-sheet/core/dist/index.esm.js')
  for (const [path, own] of patches)
    expect(applyPatches(readFileSync(join(root, path), 'utf8'), own)).not.toMatch(
      /\b(?:innerHTML|outerHTML)\s*\+?=[^=]|\binsertAdjacentHTML\b|\bDOMParser\b|\bnew Function\(/,
    )
})
