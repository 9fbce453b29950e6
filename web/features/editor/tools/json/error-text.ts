import i18next from 'i18next'
import type { JsonError } from './json-error.ts'

/** Describes an error in a JSON text and its position, in the current language. */
export const jsonErrorText = ({ kind, line, column }: JsonError): string =>
  i18next.t('page-helpers:json.failed', { line, column, reason: i18next.t(`page-helpers:json.fault.${kind}`) })
