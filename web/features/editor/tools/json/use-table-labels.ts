import { useMemo } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import type { JsonTableLabels } from './json-table.ts'

/** Returns the labels of a table of fields. */
export function useTableLabels(): JsonTableLabels {
  const { t } = useTranslation('page-helpers')
  return useMemo(
    () => ({
      field: t('jsonTable.column.field'),
      type: t('jsonTable.column.type'),
      required: t('jsonTable.column.required'),
      example: t('jsonTable.column.example'),
      explanation: t('jsonTable.column.explanation'),
      yes: t('yes'),
      no: t('no'),
      root: t('jsonTable.column.root'),
    }),
    [t],
  )
}
