import { OutboundError, type OutboundRules, safeConnect } from '#src/core/safe-fetch.ts'

// One request and one response of LDAP, over a connection of the outgoing rules, which the clients of npm do not take.
// Source: RFC 4511, 4.2; the encoding: X.690.

const lengthBytes = (length: number): number[] =>
  length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]

const element = (tag: number, ...contents: (Buffer | number[])[]): Buffer => {
  const content = Buffer.concat(contents.map((one) => Buffer.from(one)))
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content])
}

const integer = 0x02
const octets = 0x04
const sequence = 0x30
const bindRequest = 0x60
const bindResponse = 0x61
const enumerated = 0x0a
const simplePassword = 0x80

const bindMessage = (dn: string, password: string): Buffer =>
  element(
    sequence,
    element(integer, [1]),
    element(
      bindRequest,
      element(integer, [3]),
      element(octets, Buffer.from(dn)),
      element(simplePassword, Buffer.from(password)),
    ),
  )

/** Returns the content of the element at `at` and where it ends; undefined while it is incomplete. */
function readElement(bytes: Buffer, at: number, tag: number): { content: number; end: number } | undefined {
  const first = bytes[at + 1]
  if (first === undefined) return undefined
  if (bytes[at] !== tag) throw new OutboundError('unreachable')
  const long = first < 0x80 ? 0 : first & 0x7f
  if (long > 4) throw new OutboundError('unreachable')
  if (bytes.length < at + 2 + long) return undefined
  const content = at + 2 + long
  const length = long === 0 ? first : bytes.readUIntBE(at + 2, long)
  return bytes.length < content + length ? undefined : { content, end: content + length }
}

/** Returns the result code of a response to a bind; undefined while it is incomplete. */
function resultCode(bytes: Buffer): number | undefined {
  const message = readElement(bytes, 0, sequence)
  if (!message) return undefined
  const id = readElement(bytes, message.content, integer)
  const response = id && readElement(bytes, id.end, bindResponse)
  const code = response && readElement(bytes, response.content, enumerated)
  return code && bytes[code.content]
}

const answerMs = 5_000
const longestAnswer = 10_000

/**
 * Signs in to a directory service with an account and a password, and leaves again.
 *
 * @returns the LDAP result code: 0 when it accepts them, 49 for a wrong password
 * @throws {OutboundError} notAllowed, unreachable (also for what is no LDAP), tooSlow
 */
export async function bindDirectory(
  rules: OutboundRules,
  { host, port, dn, password }: { host: string; port: number; dn: string; password: string },
): Promise<number> {
  const socket = await safeConnect(rules, { host, port, isTls: port === 636 })
  const late = setTimeout(() => socket.destroy(new OutboundError('tooSlow')), answerMs)
  try {
    socket.write(bindMessage(dn, password))
    let bytes = Buffer.alloc(0)
    for await (const chunk of socket) {
      bytes = Buffer.concat([bytes, chunk as Buffer])
      const code = resultCode(bytes)
      if (code !== undefined) return code
      if (bytes.length > longestAnswer) break
    }
    throw new OutboundError('unreachable')
  } catch (error) {
    throw error instanceof OutboundError ? error : new OutboundError('unreachable', error)
  } finally {
    clearTimeout(late)
    socket.destroy()
  }
}
