import type { HealthCheckName, HealthStatus } from '#shared/contract/health.ts'
import type { StartError } from '#src/core/config.ts'
import { type HealthValues, healthText, type Lang } from '#src/core/i18n.ts'

/** What a check found: its status, one sentence about it, and for what is not well what to do. */
export interface Outcome {
  status: HealthStatus
  /** The sentence, as a text of the section `health.text`. */
  text: HealthTextName
  values?: HealthValues
  /** What to do, as a text of the section `health.advice`. */
  advice?: HealthAdviceName
  /** The exact lines to paste into a terminal or a configuration. */
  paste?: string
}

type HealthTextName = Parameters<typeof healthText.text>[1]
type HealthAdviceName = Parameters<typeof healthText.advice>[1]

/** An outcome with the check that it belongs to. */
export interface Finding extends Outcome {
  name: HealthCheckName
}

/** A finding as people and programs read it, in one language. */
export interface HealthReport {
  name: HealthCheckName
  status: HealthStatus
  /** The name of the check for people. */
  title: string
  finding: string
  /** What to do; empty when nothing is to be done. */
  advice: string
  /** The lines to paste; empty when there are none. */
  paste: string
}

/** Returns an outcome that needs no action. */
export const fine = (text: HealthTextName, values: HealthValues = {}): Outcome => ({ status: 'ok', text, values })

/** Returns an error of the start as the outcome of a check. */
export const problemOf = (error: StartError): Outcome => ({
  status: 'error',
  text: 'startProblem',
  values: { problem: { en: error.line('en'), zh: error.line('zh') } },
})

const order: readonly HealthStatus[] = ['error', 'warning', 'info', 'ok']

/** Returns the more urgent findings first; those of the same status keep their order. */
export const byUrgency = <F extends { status: HealthStatus }>(findings: readonly F[]): F[] =>
  [...findings].sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status))

/** Returns a finding in one language. */
export const reportOf = (
  lang: Lang,
  { name, status, text, values = {}, advice, paste = '' }: Finding,
): HealthReport => ({
  name,
  status,
  title: healthText.title(lang, name),
  finding: healthText.text(lang, text, values),
  advice: advice === undefined ? '' : healthText.advice(lang, advice, values),
  paste,
})
