import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')

/** The head of a CBOR item: its major type and its length or value, up to 65,535. */
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const cborNumber = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const cborText = (text: string) => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborBytes = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes])
const cborMap = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])

/** What an answer says; tests change parts of it to see them rejected. */
export interface AnswerTwist {
  challenge?: string
  origin?: string
  rpId?: string
  type?: string
  /** 1 present, 4 verified, 64 with a key. */
  flags?: number
  counter?: number
  userHandle?: string
  /** Signs with another key. */
  key?: KeyObject
}

/** A passkey of a device in software, as browsers hand out its answers. Source: WebAuthn 3, section 6. */
export class SoftwarePasskey {
  readonly id = randomBytes(32)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  counter = 0
  userHandle = ''

  constructor(origin: string) {
    this.#origin = origin
  }

  #clientData = (type: string, challenge: string, twist: AnswerTwist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? this.#origin,
        crossOrigin: false,
      }),
    )

  #authData(flags: number, twist: AnswerTwist, more = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(twist.counter ?? this.counter)
    const rpId = twist.rpId ?? new URL(this.#origin).hostname
    return Buffer.concat([sha256(rpId), Buffer.from([twist.flags ?? flags]), counter, more])
  }

  /** Answers a request to create a passkey. */
  create(options: Record<string, unknown>, twist: AnswerTwist = {}): string {
    this.userHandle = (options['user'] as { id: string }).id
    const clientData = this.#clientData('webauthn.create', String(options['challenge']), twist)
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = cborMap([
      [cborNumber(1), cborNumber(2)],
      [cborNumber(3), cborNumber(-7)],
      [cborNumber(-1), cborNumber(1)],
      [cborNumber(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborNumber(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.from([0, this.id.length])
    const authData = this.#authData(1 | 4 | 64, twist, Buffer.concat([Buffer.alloc(16), length, this.id, key]))
    const attestationObject = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authData)],
    ])
    return JSON.stringify({
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      },
    })
  }

  /** Answers a request to sign in, after counting the use. */
  get(options: Record<string, unknown>, twist: AnswerTwist = {}): string {
    if (twist.counter === undefined) this.counter++
    const clientData = this.#clientData('webauthn.get', String(options['challenge']), twist)
    const authData = this.#authData(1 | 4, twist)
    const signed = Buffer.concat([authData, sha256(clientData)])
    return JSON.stringify({
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', signed, twist.key ?? this.#keys.privateKey)),
        userHandle: twist.userHandle ?? this.userHandle,
      },
    })
  }
}
