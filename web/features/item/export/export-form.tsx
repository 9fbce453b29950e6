import { useTranslation } from '#web/lib/i18n.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { ExportedItem } from './atoms.ts'
import styles from './export.module.css'
import { ProgressPart } from './progress-part.tsx'
import { getFormats } from './scope.ts'
import { ScopeFields } from './scope-fields.tsx'
import type { useExport } from './use-export.ts'

/** Items with a single page: there is nothing to select. Source: specification 2. */
const onePage: ReadonlySet<string> = new Set(['2', '4'])

/** Options of an export, or its progress. */
export function ExportForm(props: {
  item: ExportedItem
  page: { page_id: string; page_title: string } | undefined
  made: ReturnType<typeof useExport>
}) {
  const { item, page, made } = props
  const { t } = useTranslation('export')
  const { choice, choose, chooseFormat, error, transfer } = made
  if (transfer && transfer.state !== 'failed' && transfer.state !== 'cancelled') {
    return <ProgressPart transfer={transfer} />
  }
  return (
    <div className={styles.form}>
      {transfer && <ProgressPart transfer={transfer} />}
      <RadioGroup
        label={t('format.label')}
        options={getFormats(item.item_type).map((value) => ({
          value,
          label: t(`format.${value}`),
          help: t(`format.${value}Help`),
        }))}
        value={choice.format}
        onValue={chooseFormat}
      />
      {!onePage.has(item.item_type) && (
        <ScopeFields item={item} page={page} choice={choice} onChoice={choose} error={error?.text} />
      )}
    </div>
  )
}
