import type { NewRow } from '#shared/api-doc/api-doc.ts'
import { type ApiRow, apiRow } from '#shared/api-doc/api-page-json.ts'
import { readCurl } from '#shared/api-doc/curl.ts'
import { point, points } from '#shared/api-doc/remark.ts'
import { inlineCode } from '#shared/markdown/write.ts'
import type { TextReader } from './api-pages.ts'
import { writeCollection } from './collection.ts'
import { emptyBody, emptyFolder, emptyRequest, type RequestBody, type SavedRequest } from './request-shape.ts'

const commandStart = /^\s*(?:\$\s+|>\s+|PS [^>\n]*>\s*)?(?:[\w./\\:-]*[\\/])?curl(?:\.exe)?\s/i

/** Whether a text consists of cURL commands, with comments between them. */
export const isCurlText = (text: string): boolean => {
  const first = text.split('\n').find((line) => line.trim() !== '' && !/^\s*(?:#|\/\/|rem\s)/i.test(line))
  return first !== undefined && commandStart.test(first)
}

/** Splits a text into commands, each with the comment above it, and the comment after the last one. */
function commandsOf(text: string): { commands: { comment: string; command: string }[]; rest: string } {
  const found: { comment: string; command: string }[] = []
  let comment: string[] = []
  for (const line of text.replace(/^#![^\n]*\n/, '').split(/\r?\n/)) {
    const last = found.at(-1)
    if (commandStart.test(line)) {
      found.push({ comment: comment.join('\n').trim(), command: line })
      comment = []
    } else if (/^\s*(?:#|\/\/)/.test(line) && (!last || isComplete(last.command)))
      comment.push(line.replace(/^\s*(?:#|\/\/)+!?\s?/, ''))
    else if (last && line.trim() !== '') last.command += `\n${line}`
    else if (last && !isComplete(last.command)) last.command += '\n'
  }
  return { commands: found, rest: comment.join('\n').trim() }
}

/** Whether a command ends here: all its quotes are closed, and no line is continued. */
function isComplete(command: string): boolean {
  if (/[\\^`]\s*$/.test(command)) return false
  let quote = ''
  for (let at = 0; at < command.length; at += 1) {
    const sign = command[at] ?? ''
    if (sign === '\\' && quote !== "'") at += 1
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign
    else if (sign === quote) quote = ''
  }
  return quote === ''
}

const rowOf = ({ name, value = '', type = 'string', remark = '' }: NewRow): ApiRow =>
  apiRow(name, { value, type, remark, require: '1' })

function requestOf({ comment, command }: { comment: string; command: string }): SavedRequest | undefined {
  const read = readCurl(command)
  if (!read) return undefined
  const [name = '', ...about] = comment.split('\n')
  const form = read.form.map(rowOf)
  const body: RequestBody =
    read.mode === 'none'
      ? emptyBody
      : read.mode === 'formdata' || read.mode === 'urlencoded'
        ? { ...emptyBody, mode: read.mode, [read.mode]: form }
        : { ...emptyBody, mode: 'raw', raw: read.body, language: read.mode === 'json' ? 'json' : '' }
  return {
    ...emptyRequest(name.trim(), read.method, read.url),
    description: about.join('\n').trim(),
    query: read.query.map(rowOf),
    headers: read.headers.map(rowOf),
    cookies: read.cookies.map(rowOf),
    body,
    auth: read.auth && {
      type: read.auth.type,
      [read.auth.type]: Object.fromEntries(read.auth.values.map(({ key, value }) => [key, value])),
    },
    notes: points(...read.left.map((word) => point('curl', inlineCode(word)))),
  }
}

/** Writes cURL commands, one page each; the comment above a command is its title and description. */
export const readCurlLines: TextReader = (text, out, fileName) => {
  if (!isCurlText(text)) return false
  const { commands, rest } = commandsOf(text)
  const requests = commands.flatMap((one) => requestOf(one) ?? [])
  if (requests.length === 0) return false
  const folder = emptyFolder(fileName.replace(/\.\w+$/, '') || 'cURL')
  writeCollection(out, 'curl', { ...folder, description: rest, requests })
  return true
}
