import type { BuiltRequest } from './build-request.ts'

type Body = BuiltRequest['body']

const inShell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns the name of a file in a sample. */
export const fileName = ({ file }: { file?: File | undefined }) => file?.name || 'file'

/** Returns the headers without those that the client sets itself. */
export const ownHeaders = ({ headers, body }: BuiltRequest) =>
  body.kind === 'form' ? headers.filter(({ name }) => !/^content-type$/i.test(name)) : headers

function curlBody(body: Body): string[] {
  if (body.kind === 'text') return [`--data-raw ${inShell(body.text)}`]
  if (body.kind === 'file') return [`--data-binary ${inShell(`@${fileName(body)}`)}`]
  if (body.kind === 'form')
    return body.fields.map(({ name, value }) => `--data-urlencode ${inShell(`${encodeURIComponent(name)}=${value}`)}`)
  if (body.kind !== 'multipart') return []
  return body.fields.map((one) =>
    one.isFile
      ? `-F ${inShell(`${one.name}=@"${fileName(one).replaceAll(/[\\"]/g, '\\$&')}"`)}`
      : `--form-string ${inShell(`${one.name}=${one.value}`)}`,
  )
}

/** Returns a call of cURL that sends a request. */
export function curlSample(built: BuiltRequest): string {
  const method = built.method === 'HEAD' ? '--head' : `-X ${built.method}`
  return [
    // -g: braces and brackets of a URL are literal
    `curl -g ${method} ${inShell(built.url)}`,
    ...ownHeaders(built).map(({ name, value }) => `-H ${inShell(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...curlBody(built.body),
  ].join(' \\\n  ')
}
