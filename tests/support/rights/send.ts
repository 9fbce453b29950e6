import { unzipSync } from 'fflate'
import type { TestApp } from '#tests/support/app.ts'
import type { Fields } from './row.ts'

/** The response to a matrix call. */
export interface Answer {
  isDone: boolean
  status: number
  /** The name of the error; empty where there is none. */
  error: string
  /** All readable text in it; an archive is unpacked. */
  text: string
  json: Record<string, unknown> | undefined
}

/** The body of a request, with its content type where it differs from the default. */
export interface Body {
  body: FormData | URLSearchParams | string | Uint8Array<ArrayBuffer>
  type?: string
}

const formOf = (fields: Fields): FormData | URLSearchParams => {
  const entries = Object.entries(fields)
  if (!entries.some(([, value]) => value instanceof File))
    return new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)]))
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value instanceof File ? value : String(value))
  return form
}

const unpacked = (bytes: Uint8Array): string =>
  Object.entries(unzipSync(bytes))
    .map(([name, data]) => `${name}\n${Buffer.from(data).toString('utf8')}`)
    .join('\n')

/** The usual body of a call: a form, multipart when it contains a file. */
export const bodyOf = (fields: Fields): Body => ({ body: formOf(fields) })

/** Makes one call with the token of a person, or as a visitor. */
export async function send(
  app: TestApp,
  path: string,
  { body, type: bodyType }: Body,
  token?: string,
): Promise<Answer> {
  const response = await fetch(`${app.url}/api/${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(bodyType === undefined ? {} : { 'content-type': bodyType }),
    },
    body,
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const text = isZip ? unpacked(bytes) : Buffer.from(bytes).toString('utf8')
  const type = response.headers.get('content-type') ?? ''
  const { status } = response
  if (!type.startsWith('application/json')) {
    // Scripts of the open API get a plain text response: the success texts are fixed.
    const isWords = type.startsWith('text/plain') && !response.headers.has('content-disposition')
    return { isDone: status < 400 && (!isWords || text.includes('成功')), status, error: '', text, json: undefined }
  }
  const json = JSON.parse(text) as Record<string, unknown>
  const isDone = json.error_code === 0 || (json.error_code === undefined && json.success === 1)
  return { isDone, status, error: String(json.error_name ?? ''), text, json }
}
