import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openZip } from '#src/features/import/zip.ts'
import { refusalOf } from './import-errors.ts'
import { type MadeEntry, makeZip } from './zip-writer.ts'

const mb = 1024 * 1024
const page: MadeEntry = { name: 'a.md', data: 'text' }
const opened = (...entries: MadeEntry[]) => refusalOf(() => openZip(makeZip(entries)))
const readAll = (bytes: Buffer) => {
  const archive = openZip(bytes)
  return archive.entries.map((entry) => Buffer.from(archive.read(entry)).toString())
}
const namesIn = (...entries: MadeEntry[]) => openZip(makeZip(entries)).entries.map((entry) => entry.name)
/** Incompressible bytes, so that the ratio limit does not apply. */
const noise = (bytes: number) => {
  let seed = 7
  return Buffer.from(Uint8Array.from({ length: bytes }, () => (seed = (seed * 48271) % 2147483647) & 255))
}

test('reads a well-formed archive, compressed or not', () => {
  expect(readAll(makeZip([page, { name: 'b/c.markdown', data: 'stored', method: 0 }, { name: 'e.md' }]))).toEqual([
    'text',
    'stored',
    '',
  ])
})

test('lists other files without unpacking them and ignores folders and Finder metadata', () => {
  const archive = openZip(
    makeZip([
      page,
      { name: 'big.png', data: Buffer.alloc(6 * mb) },
      { name: 'Guide/', method: 0 },
      { name: '__MACOSX/._a.md', data: 'x' },
      { name: 'Guide/.DS_Store', data: 'x' },
    ]),
  )
  expect(archive.entries.map((entry) => entry.name)).toEqual(['a.md'])
  expect(archive.others).toEqual(['big.png'])
})

describe('names', () => {
  test.each([
    ['../x.md'],
    ['a/../../x.md'],
    ['a/..'],
    ['.. /x.md'],
    ['/etc/x.md'],
    ['C:\\x.md'],
    ['C:x.md'],
    ['a\\b.md'],
    ['a\0.md'],
    [''],
    ['__MACOSX/../../x'],
    ['x'.repeat(5000)],
  ])('%j rejects the whole archive', (name) => {
    expect(opened(page, { name })).toMatch(/^hostileName/)
  })

  test('drops empty and dot segments', () => {
    expect(namesIn({ name: './a//b/./c.md' })).toEqual(['a/b/c.md'])
  })

  test('rejects duplicate names, also when only their normalization differs', () => {
    expect(opened(page, page)).toBe('duplicateName: a.md')
    expect(opened(page, { name: './a.md' })).toBe('duplicateName: a.md')
    expect(opened({ name: 'e\u0301.md' }, { name: '\u00e9.md' })).toBe('duplicateName: \u00e9.md')
  })

  const gbk = Buffer.from('cbb5c3f72fb2cecafd2e6d64', 'hex') // 说明/参数.md
  const big5 = Buffer.from('bba1a9fa2fb0d1bcc62e6d64', 'hex') // 說明/參數.md
  test('detects UTF-8, then GBK, then Big5 when the flag is missing', () => {
    expect(namesIn({ name: '说明.md', flags: 0 })).toEqual(['说明.md'])
    expect(namesIn({ name: gbk, flags: 0 })).toEqual(['说明/参数.md'])
    expect(namesIn({ name: big5, flags: 0 })).toEqual(['說明/參數.md'])
  })

  test('decodes a GBK name that is also valid UTF-8 like the rest of its archive', () => {
    const lucky = Buffer.from('c1aacda82e6d64', 'hex') // 联通.md
    expect(namesIn({ name: gbk, flags: 0 }, { name: lucky, flags: 0 })).toEqual(['说明/参数.md', '联通.md'])
  })

  test('uses the Unicode path field when its checksum is correct', () => {
    const field = (sum: number) => {
      const extra = Buffer.alloc(9)
      extra.writeUInt16LE(0x7075, 0)
      extra.writeUInt16LE(5 + 7, 2)
      extra[4] = 1
      extra.writeUInt32LE(sum, 5)
      return Buffer.concat([extra, Buffer.from('表.mdx'), Buffer.alloc(0)])
    }
    const name = Buffer.from('x.md')
    const extra = field(crc32(name))
    expect(openZip(makeZip([page, { name, flags: 0, extra }])).others).toEqual(['表.mdx'])
    expect(namesIn(page, { name, flags: 0, extra: field(1) })).toEqual(['a.md', 'x.md'])
  })

  test('rejects a hostile name in the Unicode path field', () => {
    const name = Buffer.from('x.md')
    const path = Buffer.from('../x.md')
    const extra = Buffer.alloc(9)
    extra.writeUInt16LE(0x7075, 0)
    extra.writeUInt16LE(5 + path.length, 2)
    extra[4] = 1
    extra.writeUInt32LE(crc32(name), 5)
    expect(opened(page, { name, flags: 0, extra: Buffer.concat([extra, path]) })).toBe('hostileName: ../x.md')
  })
})

describe('kinds of entries', () => {
  test('rejects symbolic links and devices', () => {
    expect(opened(page, { name: 'l.md', external: 0xa1ff0000 })).toBe('symlink: l.md')
    expect(opened(page, { name: 'd.md', external: 0x21b60000 })).toBe('unsupported: d.md')
  })

  test.each([0x1, 0x40, 0x2000])('rejects encrypted entries, flag %i', (flags) => {
    expect(opened(page, { name: 's.md', flags })).toBe('encrypted: s.md')
  })

  test('rejects methods other than stored and deflated', () => {
    expect(opened({ name: 'z.md', method: 93, data: 'x' })).toBe('unsupported: z.md')
  })
})

describe('limits', () => {
  test('reads 12000 entries and rejects 12001', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `${index}.md`, method: 0 }))
    expect(openZip(makeZip(many(12_000))).entries).toHaveLength(12_000)
    expect(opened(...many(12_001))).toBe('tooManyEntries: 12001')
  })

  test('rejects more than 5 MB in one entry', () => {
    expect(opened({ name: 'a.md', data: noise(5 * mb), method: 0 })).toBe('accepted')
    expect(opened({ name: 'a.md', data: noise(5 * mb + 1), method: 0 })).toBe('entryTooLarge: a.md')
  })

  test('rejects more than 50 MB in total before unpacking anything', () => {
    const data = noise(60_000)
    const claims = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `${index}.md`, data, claimedBytes: 5 * mb }))
    expect(opened(...claims(10))).toBe('accepted')
    expect(opened(...claims(11))).toBe('tooLarge')
  })

  test('rejects a bomb with a ratio over 100 to 1', () => {
    expect(opened({ name: 'bomb.md', data: Buffer.alloc(4 * mb) })).toBe('ratio: bomb.md')
    expect(opened({ name: 'line.md', data: '-'.repeat(60_000) })).toBe('accepted')
  })

  test('rejects entries that share their bytes', () => {
    const data = noise(1000)
    expect(opened({ name: 'a.md', data }, { name: 'a.md', localOf: 0, data })).toMatch(/^damaged/)
    expect(opened({ name: 'a.md', data }, { name: 'b.md', localOf: 0, data })).toBe('damaged: b.md')
  })
})

describe('false and damaged archives', () => {
  test('rejects an entry with more or fewer bytes than it claims', () => {
    expect(refusalOf(() => readAll(makeZip([{ name: 'a.md', data: noise(9000), claimedBytes: 8999 }])))).toBe(
      'damaged: a.md',
    )
    expect(refusalOf(() => readAll(makeZip([{ name: 'a.md', data: 'four', claimedBytes: 40 }])))).toBe('damaged: a.md')
    expect(opened({ name: 'a.md', data: 'four', method: 0, claimedBytes: 3 })).toBe('damaged: a.md')
  })

  test('stops a bomb at the small size that it claims', () => {
    const bytes = makeZip([{ name: 'a.md', data: Buffer.alloc(200 * mb), claimedBytes: 100 }])
    const before = process.memoryUsage().arrayBuffers
    expect(refusalOf(() => readAll(bytes))).toBe('damaged: a.md')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * mb)
  })

  test('rejects a wrong checksum', () => {
    expect(refusalOf(() => readAll(makeZip([{ ...page, claimedCrc: 1 }])))).toBe('damaged: a.md')
  })

  test('rejects a different name in the local header', () => {
    expect(opened({ ...page, localName: 'b.md' })).toBe('damaged: a.md')
  })

  test('a file that is truncated or has a changed byte fails only with an import error', () => {
    const whole = makeZip([page, { name: 'b/c.md', data: 'more text, more text' }])
    for (let length = 4; length < whole.length; length += 1) {
      expect(refusalOf(() => readAll(whole.subarray(0, length)))).toMatch(/^damaged/)
    }
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      refusalOf(() => readAll(changed)) // throws anything that is not an ImportRefused
    }
  })

  test('rejects wrong counts and sizes in the directory', () => {
    expect(refusalOf(() => openZip(makeZip([page, { name: 'b.md' }], { count: 1 })))).toBe('damaged')
    expect(refusalOf(() => openZip(makeZip([page], { count: 2 })))).toBe('damaged')
    expect(refusalOf(() => openZip(makeZip([page], { size: 10 })))).toBe('damaged')
  })

  test('rejects zip64, which no archive within the limits needs', () => {
    expect(refusalOf(() => openZip(makeZip([page], { count: 0xffff })))).toBe('unsupported: zip64')
    expect(refusalOf(() => openZip(makeZip([page], { size: 0xffffffff })))).toBe('unsupported: zip64')
  })

  test('rejects a file that is not a zip, and an empty one', () => {
    expect(refusalOf(() => openZip(Buffer.from('%PDF-1.7 and so on')))).toBe('notZip')
    expect(refusalOf(() => openZip(Buffer.alloc(0)))).toBe('notZip')
    expect(refusalOf(() => openZip(makeZip([])))).toBe('empty')
  })
})
