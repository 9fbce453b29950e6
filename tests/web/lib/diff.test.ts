import { describe, expect, test } from 'vitest'
import { countChanges, diffLines, splitLines } from '#shared/text-diff/lines.ts'
import { type DiffRange, diffSequences } from '#shared/text-diff/sequence.ts'
import { pairLines } from '#web/lib/diff/pairs.ts'
import { diffWords, splitWords } from '#web/lib/diff/words.ts'

/** Numbers that look random and are the same each time. Source: mulberry32. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

function rebuilt(ranges: readonly DiffRange[], oldLines: readonly string[], newLines: readonly string[]) {
  const olds: string[] = []
  const news: string[] = []
  for (const { same, oldFrom, oldTo, newFrom, newTo } of ranges) {
    olds.push(...(same ? newLines.slice(newFrom, newTo) : oldLines.slice(oldFrom, oldTo)))
    news.push(...(same ? oldLines.slice(oldFrom, oldTo) : newLines.slice(newFrom, newTo)))
  }
  return { olds, news }
}

const vocabulary = ['', 'alpha', 'beta', '}', '中文一行', '  indented', '| a | b |', '- project']

function randomLines(random: (below: number) => number, most: number): string[] {
  return Array.from({ length: random(most) }, () => vocabulary[random(vocabulary.length)] ?? '')
}

function changed(random: (below: number) => number, lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const change = random(8)
    if (change === 0) return []
    if (change === 1) return [`${line} ${random(5)}`]
    if (change === 2) return [line, vocabulary[random(vocabulary.length)] ?? '']
    return [line]
  })
}

describe('lines', () => {
  test.each(Array.from({ length: 400 }, (_, seed) => seed))(
    'both sides can be rebuilt from the comparison (%i)',
    (seed) => {
      const random = randomOf(seed)
      const oldLines = randomLines(random, 60)
      const newLines = seed % 3 === 0 ? randomLines(random, 60) : changed(random, oldLines)
      const ranges = diffLines(oldLines, newLines)
      expect(rebuilt(ranges, oldLines, newLines)).toEqual({ olds: oldLines, news: newLines })
      ranges.forEach((range, at) => expect(range.same).not.toBe(ranges[at + 1]?.same))
    },
  )

  test.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'is as short as possible where nothing is unique (%i)',
    (seed) => {
      const random = randomOf(seed + 1000)
      const a = Int32Array.from({ length: 1 + random(30) }, () => random(4))
      const b = Int32Array.from({ length: 1 + random(30) }, () => random(4))
      const shared = diffSequences(a, b, 4, false)
        .filter((range) => range.same)
        .reduce((sum, range) => sum + range.oldTo - range.oldFrom, 0)
      expect(shared).toBe(longestShared(a, b))
    },
  )

  test('compares a text with many differences quickly and completely', () => {
    const random = randomOf(7)
    const oldLines = Array.from({ length: 30_000 }, () => `line ${random(300)}`)
    const newLines = Array.from({ length: 30_000 }, () => `line ${random(300)}`)
    const begin = performance.now()
    const ranges = diffLines(oldLines, newLines)
    expect(performance.now() - begin).toBeLessThan(10_000)
    expect(rebuilt(ranges, oldLines, newLines)).toEqual({ olds: oldLines, news: newLines })
  })

  test('shows a new paragraph as a paragraph', () => {
    const before = splitLines('one\n\ntwo\n')
    const after = splitLines('one\n\nnew\n\ntwo\n')
    const [added] = diffLines(before, after).filter((range) => !range.same)
    expect(added && after.slice(added.newFrom, added.newTo)).toEqual(['new', ''])
  })

  test('ignores line endings, and whitespace only on request', () => {
    expect(diffLines(splitLines('a\r\nb'), splitLines('a\nb'))).toHaveLength(1)
    expect(countChanges(diffLines(['a  b '], ['a b']))).toEqual({ added: 1, removed: 1 })
    expect(countChanges(diffLines(['a  b '], ['a b'], { ignoreSpace: true }))).toEqual({ added: 0, removed: 0 })
  })

  test('empty texts have one empty line', () => {
    expect(diffLines(splitLines(''), splitLines(''))).toEqual([
      { same: true, oldFrom: 0, oldTo: 1, newFrom: 0, newTo: 1 },
    ])
    expect(countChanges(diffLines(splitLines(''), splitLines('a\nb')))).toEqual({ added: 2, removed: 1 })
  })
})

function longestShared(a: Int32Array, b: Int32Array): number {
  const rows = Array.from({ length: a.length + 1 }, () => new Int32Array(b.length + 1))
  for (let x = a.length - 1; x >= 0; x -= 1) {
    for (let y = b.length - 1; y >= 0; y -= 1) {
      const both = (rows[x + 1]?.[y + 1] ?? 0) + 1
      const row = rows[x]
      if (row) row[y] = a[x] === b[y] ? both : Math.max(rows[x + 1]?.[y] ?? 0, row[y + 1] ?? 0)
    }
  }
  return rows[0]?.[0] ?? 0
}

describe('words', () => {
  test.each(['', 'one two', '  a_b-c  中文字 ok', 'tab\tand 🙂 emoji', 'naïve café', '\ud800 half'])(
    'words of %j rebuild the line',
    (line) => expect(splitWords(line).join('')).toBe(line),
  )

  test('marks the changed words on both sides', () => {
    expect(diffWords('POST /v1/user now', 'POST /v1/users now')).toEqual({
      old: [
        { text: 'POST /v1/', changed: false },
        { text: 'user', changed: true },
        { text: ' now', changed: false },
      ],
      new: [
        { text: 'POST /v1/', changed: false },
        { text: 'users', changed: true },
        { text: ' now', changed: false },
      ],
    })
  })

  test('marks Chinese by character', () => {
    expect(diffWords('列出全部用户', '列出所有用户')?.new).toEqual([
      { text: '列出', changed: false },
      { text: '所有', changed: true },
      { text: '用户', changed: false },
    ])
  })

  test('does not mark words in lines that share little', () => {
    expect(diffWords('one two three', 'quite another sentence')).toBeUndefined()
  })

  test.each(Array.from({ length: 100 }, (_, seed) => seed))('marks lose no character (%i)', (seed) => {
    const random = randomOf(seed)
    const parts = ['user', ' ', '  ', '用户', '.', 'name', '\t', '🙂']
    const line = () => Array.from({ length: 1 + random(12) }, () => parts[random(parts.length)]).join('')
    const before = line()
    const after = before.slice(0, random(before.length + 1)) + line()
    const marks = diffWords(before, after, seed % 2 === 0)
    if (!marks) return
    expect(marks.old.map(({ text }) => text).join('')).toBe(before)
    expect(marks.new.map(({ text }) => text).join('')).toBe(after)
  })
})

describe('pairs', () => {
  test('puts a changed line next to its replacement', () => {
    const pairs = pairLines(['GET /users lists them'], ['A new first line', 'GET /users lists all of them'])
    expect(pairs).toEqual([
      [-1, 0],
      [0, 1],
    ])
  })

  test.each(Array.from({ length: 100 }, (_, seed) => seed))('each line appears once, in order (%i)', (seed) => {
    const random = randomOf(seed)
    const olds = randomLines(random, 14)
    const news = changed(random, olds)
    const pairs = pairLines(olds, news)
    expect(pairs.map(([x]) => x).filter((x) => x !== -1)).toEqual(olds.map((_, at) => at))
    expect(pairs.map(([, y]) => y).filter((y) => y !== -1)).toEqual(news.map((_, at) => at))
  })
})
