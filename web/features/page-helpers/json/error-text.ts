import i18next from 'i18next'
import type { JsonError } from './json-error.ts'

/** What is wrong with a JSON text, and where, in the language of the moment. */
export const jsonErrorText = ({ kind, line, column }: JsonError): string =>
  i18next.t('page-helpers:json.failed', { line, column, reason: i18next.t(`page-helpers:json.fault.${kind}`) })
