import { getItemType } from '#shared/item-types.ts'
import type { Transfer } from '#web/features/jobs/index.tsx'
import { CatalogSelect } from '#web/features/tree/folders/index.tsx'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { fileSize } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue, useFetch } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Field } from '#web/ui/field.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { RadioGroup, type RadioOption } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import type { ExportedItem } from './atoms.ts'
import styles from './export.module.css'
import { type ExportChoice, type ExportScope, supportsPages } from './scope.ts'
import type { useExport } from './use-export.ts'

/** Progress of an export, or its outcome. */
function ProgressPart({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation('export')
  const { state, received, size, file_name, reason, cancel } = transfer
  if (state === 'running') {
    const label =
      received === 0 ? t('running.making') : t('running.received', { size: fileSize(received), whole: fileSize(size) })
    return (
      <div className={styles.running}>
        <Progress label={label} value={received} {...(received > 0 && size > 0 && { max: size })} onCancel={cancel} />
        <p className={styles.hint}>{t('running.goesOn')}</p>
      </div>
    )
  }
  if (state === 'done') return <Banner tone="ok">{t('result.done', { name: file_name, size: fileSize(size) })}</Banner>
  if (state === 'failed') return <Banner tone="danger">{`${t('result.failed')} ${reason}`}</Banner>
  return <Banner>{t('result.cancelled')}</Banner>
}

/** Field to select one page of a catalog, or all of them. */
function PageField(props: { item_id: string; choice: ExportChoice; onChoice: (choice: ExportChoice) => void }) {
  const { item_id, choice, onChoice } = props
  const { t } = useTranslation('export')
  const { cat_id } = choice
  const [read] = useFetch(`${item_id} ${cat_id}`, (signal) =>
    api.catalog.getPagesBycat({ item_id, cat_id }, { signal }),
  )
  const pages = queryValue(read) ?? []
  const options = [
    { value: '', label: t('page.all') },
    ...pages.map(({ page_id, page_title }) => ({ value: page_id, label: page_title })),
  ]
  const isThere = options.some(({ value }) => value === choice.page_id)
  return (
    <Field
      label={t('page.label')}
      help={pages.length > 0 ? undefined : read && t('page.none')}
      error={read && 'error' in read ? getErrorMessage(read.error) : undefined}
    >
      <Select
        options={options}
        value={isThere ? choice.page_id : ''}
        onValue={(page_id) => onChoice({ ...choice, page_id })}
        disabled={pages.length === 0}
      />
    </Field>
  )
}

/** Fields to select the scope of an export: the item, a catalog or pages. */
function ScopeFields(props: {
  item: ExportedItem
  page: { page_id: string; page_title: string } | undefined
  choice: ExportChoice
  onChoice: (choice: ExportChoice) => void
  /** The validation error. */
  error: string | undefined
}) {
  const { item, page, choice, onChoice, error } = props
  const { t } = useTranslation('export')
  const { format, scope, cat_id } = choice
  const options: RadioOption<ExportScope>[] = [
    ...(page
      ? [
          {
            value: 'page' as const,
            label: t('scope.page', { page: page.page_title }),
            disabled: !supportsPages(format),
            ...(!supportsPages(format) && { help: t('scope.noPage') }),
          },
        ]
      : []),
    { value: 'item', label: t('scope.item') },
    { value: 'catalog', label: t('scope.catalog') },
  ]
  const setScope = (next: ExportScope) =>
    onChoice({ ...choice, scope: next, page_id: next === 'page' && page ? page.page_id : '' })
  return (
    <>
      <RadioGroup label={t('scope.label')} options={options} value={scope} onValue={setScope} />
      {scope === 'catalog' && (
        <div className={styles.inner}>
          <Field label={t('catalog.label')} error={error}>
            <CatalogSelect
              item_id={item.item_id}
              value={cat_id}
              onValue={(next) => onChoice({ ...choice, cat_id: next, page_id: '' })}
              topLabel={t('catalog.choose')}
            />
          </Field>
          {supportsPages(format) && cat_id !== 0 && (
            <PageField item_id={item.item_id} choice={choice} onChoice={onChoice} />
          )}
        </div>
      )}
    </>
  )
}

/** Options of an export, or its progress. */
export function ExportForm(props: {
  item: ExportedItem
  page: { page_id: string; page_title: string } | undefined
  made: ReturnType<typeof useExport>
}) {
  const { item, page, made } = props
  const { t } = useTranslation('export')
  const { choice, choose, chooseFormat, error, transfer } = made
  const { exportFormats, isOnePage } = getItemType(item.item_type)
  if (transfer && transfer.state !== 'failed' && transfer.state !== 'cancelled') {
    return <ProgressPart transfer={transfer} />
  }
  return (
    <div className={styles.form}>
      {transfer && <ProgressPart transfer={transfer} />}
      <RadioGroup
        label={t('format.label')}
        options={exportFormats.map((value) => ({
          value,
          label: t(`format.${value}`),
          help: t(`format.${value}Help`),
        }))}
        value={choice.format}
        onValue={chooseFormat}
      />
      {!isOnePage && <ScopeFields item={item} page={page} choice={choice} onChoice={choose} error={error?.text} />}
    </div>
  )
}
