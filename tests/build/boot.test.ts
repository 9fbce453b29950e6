import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

const { textOf } = createRequire(import.meta.url)('../../build/boot.cjs') as { textOf: (bytes: Uint8Array) => string }

test('the main script of the executable is read as it was written, with Chinese in expressions and templates', () => {
  for (const script of ['/[（【]/.test(x)', 'String.raw`新建 {0}`', 'plain'])
    expect(textOf(Buffer.from(script))).toBe(script)
})
