import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { exportsOf, readGraph, readSource, root } from '#tests/layers/graph.ts'

/** The words that the glossary does not allow, in lower case. */
function bannedWords(glossary: string): Set<string> {
  const [, table = ''] = /## Words we do not use\n([^]*)/.exec(glossary) ?? []
  const rows = [...table.matchAll(/^\| ([a-z, ]+) \|/gm)].map((match) => match[1] ?? '')
  return new Set(rows.slice(1).flatMap((row) => row.split(',').map((word) => word.trim())))
}

/** The words of a name: `told-part` gives told and part, `toldAtom` told and atom. */
const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase())

const banned = bannedWords(readFileSync(join(root, 'docs', 'glossary.md'), 'utf8'))
const isBanned = (name: string) => wordsIn(name).some((word) => banned.has(word))

test('finds the words of the glossary in names', () => {
  expect(banned.size).toBeGreaterThan(40)
  expect(['toldAtom', 'page-deeds', 'BookKeeper', 'use-sight'].map(isBanned)).toEqual([true, true, true, true])
  expect(['tableHeader', 'goldAtom', 'lookup', 'password'].map(isBanned)).toEqual([false, false, false, false])
})

test('no file or export name contains a word that the glossary does not allow', () => {
  const files = [...readGraph('src', 'web', 'migrations', 'build', 'scripts', 'tests').keys()]
  const names = files
    .filter((file) => !file.startsWith('tests/'))
    .flatMap((file) => exportsOf(readSource(file)).map((name) => `${file}: ${name}`))
  expect(files.filter((file) => isBanned(basename(file)))).toEqual([])
  expect(names.filter((name) => isBanned(name.split(': ')[1] ?? ''))).toEqual([])
})
