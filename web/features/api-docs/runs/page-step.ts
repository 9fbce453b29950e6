import { callMethods } from '#shared/contract/api-call-rules.ts'
import { type Draft, encodeAroundVariables, loadDraftReader } from '#web/features/api-docs/try-it/index.tsx'
import type { Step } from './atoms.ts'

/** Returns an empty step. */
export const emptyStep = (step_id: string): Step => ({
  step_id,
  title: '',
  page_id: 0,
  method: 'GET',
  url: '',
  headers: [],
  body: { kind: 'none', text: '', rows: [] },
  outputs: [],
  checks: [{ kind: 'status', path: '', compare: 'equals', value: '200' }],
  continues: false,
})

/** Returns a name for a step that no other step has. */
export function freeStepId(steps: readonly Step[]): string {
  const taken = new Set(steps.map(({ step_id }) => step_id))
  let number = steps.length + 1
  while (taken.has(`step${number}`)) number += 1
  return `step${number}`
}

const isOn = ({ isOn: on, name }: { isOn: boolean; name: string }): boolean => on && name.trim() !== ''

/** Returns the request of a draft. A path parameter without a value becomes a variable of its name. */
function requestOf(draft: Draft): Pick<Step, 'method' | 'url' | 'headers' | 'body'> {
  const valueOf = (name: string): string => {
    const value = draft.path.find((row) => row.name === name && row.isOn)?.value ?? ''
    return value === '' ? `{{${name}}}` : encodeAroundVariables(value)
  }
  const path = draft.url.replaceAll(
    /\{\{[^}]*\}\}|\{([^{}/]+)\}|\/:([\p{L}_][\p{L}\p{N}_-]*)/gu,
    (found: string, braced?: string, colon?: string) =>
      braced !== undefined ? valueOf(braced) : colon !== undefined ? `/${valueOf(colon)}` : found,
  )
  const query = draft.query
    .filter(isOn)
    .map(({ name, value }) => `${encodeAroundVariables(name)}=${encodeAroundVariables(value)}`)
  const cookies = draft.cookies.filter(isOn).map(({ name, value }) => `${name}=${value}`)
  const headers = draft.headers.filter(isOn).map(({ name, value }) => ({ name, value }))
  const kind = draft.bodyKind === 'json' ? 'text' : draft.bodyKind === 'file' ? 'none' : draft.bodyKind
  const rows = kind === 'form' || kind === 'multipart' ? draft[kind] : []
  return {
    method: callMethods.find((one) => one === draft.method) ?? 'GET',
    url: query.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}`,
    headers: cookies.length > 0 ? [...headers, { name: 'Cookie', value: cookies.join('; ') }] : headers,
    body: {
      kind,
      text: kind === 'text' ? draft.text : '',
      rows: rows.filter((row) => isOn(row) && !row.isFile).map(({ name, value }) => ({ name, value, file_id: 0 })),
    },
  }
}

/** Returns a step with the request that a page describes; undefined for a page that describes none. */
export async function stepOfPage(
  step: Step,
  page: { page_id: string; text: string; title: string; globals: unknown },
): Promise<Step | undefined> {
  const { readDraft } = await loadDraftReader()
  const draft = readDraft(page.text, page.globals)
  return draft && { ...step, ...requestOf(draft), page_id: Number(page.page_id), title: step.title || page.title }
}
