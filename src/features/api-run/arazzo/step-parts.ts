import { createHash } from 'node:crypto'
import { parseValuePath } from '#shared/api-runs.ts'
import type { RunContentOutput } from '#shared/contract/api-run.ts'

type Step = RunContentOutput['steps'][number]

/** The key of what only this product knows, inside an Arazzo document. */
export const extensionKey = 'x-docstead'

/** What the document says about a step in the words of Arazzo, so that it can be compared. */
export const stepFields = [
  'step_id',
  'page_id',
  'title',
  'method',
  'url',
  'headers',
  'body',
  'outputs',
  'checks',
  'continues',
] as const

/** A part of a step. */
export type StepField = (typeof stepFields)[number]

/** Returns a JSON text without whitespace outside of its strings; variables outside of strings stay. */
export const minified = (text: string): string =>
  text.replaceAll(/("(?:[^"\\]|\\.)*"|\{\{[^{}"]*\}\})|\s+/g, (_, stays?: string) => stays ?? '')

const isJsonLike = (text: string): boolean => /^\s*[[{]/.test(text)

const canonicalPath = <P extends { path: string }>(part: P, isPath: boolean): P => {
  const parts = isPath ? parseValuePath(part.path) : undefined
  return parts ? { ...part, path: `$${parts.map((one) => (one === '*' ? '*' : `[${String(one)}]`)).join('')}` } : part
}

/**
 * Returns a step with one notation for what means the same: whitespace of a JSON body, paths as pointers or as JSONPath.
 */
export function canonicalStep(step: Step): Step {
  const { body, outputs, checks } = step
  return {
    ...step,
    body: { ...body, text: body.kind === 'text' && isJsonLike(body.text) ? minified(body.text) : body.text },
    outputs: outputs.map((one) => canonicalPath(one, one.source === 'body')),
    checks: checks.map((one) => canonicalPath(one, one.kind === 'body')),
  }
}

/** Returns a short hash of a part of a step, to see whether the document still says the same about it. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)
