import i18next from 'i18next'
import type { JsonFault } from './json-fault.ts'

/** What is wrong with a JSON text, and where, in the language of the moment. */
export const faultText = ({ kind, line, column }: JsonFault): string =>
  i18next.t('page-helpers:json.failed', { line, column, reason: i18next.t(`page-helpers:json.fault.${kind}`) })
