import { expect, test } from 'vitest'
import { keyIdOf } from '#src/core/release-keys.ts'
import { findKeyProblem } from '../../../../scripts/release-key-check.ts'
import { newSigningKey, publicLine } from '../../../../scripts/release-signing.ts'

const [own = '', other = '', foreign = ''] = Array.from({ length: 3 }, () => publicLine(newSigningKey()))

test('no release without two keys that the executables trust, of which one signs it', () => {
  expect(findKeyProblem(own, [own, other], false)).toBeUndefined()
  expect(findKeyProblem(own, [own], true)).toBeUndefined()
  expect(findKeyProblem(own, [], false)).toMatch(/would trust no key[^]*minisign -G/)
  expect(findKeyProblem(own, [], true)).toMatch(/would trust no key/)
  expect(findKeyProblem(foreign, [own, other], false)).toMatch(/is none of those/)
  expect(findKeyProblem(own, [own], false)).toMatch(/one key only[^]*--single-key/)
  expect(findKeyProblem(own, [own, own], false)).toMatch(/one key only/)
  expect(findKeyProblem(own, [own, 'RWnonsense'], false)).toMatch(/no minisign public key/)
})

test('the number of a key is that which minisign shows', () => {
  // minisign -G -W -p a.pub: "minisign public key 7B4E9F0C21D3A586"
  const line = Buffer.concat([Buffer.from('Ed'), Buffer.from('86a5d3210c9f4e7b', 'hex'), Buffer.alloc(32)])
  expect(keyIdOf(line.toString('base64'))).toBe('7B4E9F0C21D3A586')
})
