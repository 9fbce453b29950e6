import { getItemType } from '#shared/item-types.ts'
import { downloadJobFile, type Job } from '#web/features/jobs/index.tsx'
import { CatalogSelect } from '#web/features/tree/folders/index.tsx'
import { exactTime, fileSize, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { RadioGroup, type RadioOption } from '#web/ui/radio-group.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import type { ExportScope } from './choice.ts'
import styles from './export.module.css'
import { TreePicker } from './tree-picker.tsx'
import type { ExportedItem, useExport } from './use-export.ts'

type Made = ReturnType<typeof useExport>

/** What could not be put into the file of an export as it is. */
function Notes({ job, isOpen }: { job: Job; isOpen: boolean }) {
  const { t } = useTranslation('export')
  const textOf = ({ name: page, reason, detail }: Job['notes'][number]) =>
    t(`notes.${reason === 'glyphs' || reason === 'source' || reason === 'missing' ? reason : 'other'}`, {
      page,
      detail,
    })
  const more = job.note_count - job.notes.length
  return (
    <details className={styles.notes} open={isOpen}>
      <summary>{t('notes.title', { count: job.note_count })}</summary>
      <ul>
        {job.notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at}>{textOf(note)}</li>
        ))}
        {more > 0 && <li>{t('notes.more', { count: more })}</li>}
      </ul>
    </details>
  )
}

/** Progress of an export, or its outcome. */
function ProgressPart({ job, onCancel }: { job: Job; onCancel: () => void }) {
  const { t } = useTranslation('export')
  const { state, done, total, file_name, file_bytes, error_message } = job
  if (state === 'running') {
    const isWritten = total > 0 && done >= total
    const counted = total > 0 ? t('running.pages', { done, count: total }) : t('running.starting')
    const label = isWritten ? t('running.finishing') : counted
    return (
      <div className={styles.form}>
        <Progress label={label} value={done} {...(total > 0 && !isWritten && { max: total })} onCancel={onCancel} />
        <p className={styles.hint}>{t('running.goesOn')}</p>
      </div>
    )
  }
  if (state === 'done')
    return (
      <>
        <Banner tone="ok">{t('result.done', { name: file_name, size: fileSize(file_bytes) })}</Banner>
        {job.note_count > 0 && <Notes job={job} isOpen={job.note_count < 6} />}
      </>
    )
  if (state === 'failed') return <Banner tone="danger">{`${t('result.failed')} ${error_message}`}</Banner>
  return <Banner>{t('result.cancelled')}</Banner>
}

/** Fields to select the part of an item. */
function ScopeFields({ item, made }: { item: ExportedItem; made: Made }) {
  const { t } = useTranslation('export')
  const { page, choice, choose, error, tree } = made
  const message = error?.isOfChoice ? error.text.text : undefined
  const catalog = (
    <Field label={t('catalog.label')} error={message}>
      <CatalogSelect
        item_id={item.item_id}
        value={choice.cat_id}
        onValue={(cat_id) => choose({ ...choice, cat_id })}
        topLabel={t('catalog.choose')}
      />
    </Field>
  )
  const picker = (
    <QueryBoundary
      result={tree.result}
      onRetry={tree.reload}
      failed={t('choice.failed')}
      waiting={<SkeletonText lines={3} />}
    >
      {() => (
        <TreePicker
          nodes={tree.nodes}
          ticked={choice.ticked}
          onTicked={(ticked) => choose({ ...choice, ticked })}
          error={message}
        />
      )}
    </QueryBoundary>
  )
  const { scope } = choice
  const options: RadioOption<ExportScope>[] = [
    ...(page ? [{ value: 'page' as const, label: t('scope.page', { page: page.page_title }) }] : []),
    { value: 'item', label: t('scope.item') },
    { value: 'catalog', label: t('scope.catalog'), below: scope === 'catalog' && catalog },
    { value: 'choice', label: t('scope.choice'), below: scope === 'choice' && picker },
  ]
  return (
    <RadioGroup
      label={t('scope.label')}
      options={options}
      value={scope}
      onValue={(next) => choose({ ...choice, scope: next })}
    />
  )
}

/** The files that exports of the last day have made. */
function PastFiles({ files }: { files: readonly Job[] }) {
  const { t } = useTranslation('export')
  if (files.length === 0) return null
  return (
    <section>
      <h3 className={styles.hint}>{t('past.title')}</h3>
      <ul className={styles.past}>
        {files.map((job) => (
          <li key={job.job_id}>
            <span>
              {t('past.file', { name: job.file_name, size: fileSize(job.file_bytes) })}{' '}
              <span className={styles.hint} title={exactTime(job.addtime)}>
                {relativeTime(job.addtime)}
              </span>
              {job.note_count > 0 && <Notes job={job} isOpen={false} />}
            </span>
            <Button
              size="s"
              aria-label={t('past.download', { name: job.file_name })}
              onClick={() => downloadJobFile(job)}
            >
              {t('download')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Options of an export, or its progress. */
export function ExportForm({ item, made }: { item: ExportedItem; made: Made }) {
  const { t } = useTranslation('export')
  const { choice, choose, formats, error, job } = made
  if (job?.state === 'running' || job?.state === 'done')
    return <ProgressPart job={job} onCancel={() => void made.cancel()} />
  return (
    <div className={styles.form}>
      {job && <ProgressPart job={job} onCancel={() => void made.cancel()} />}
      {error && !error.isOfChoice && <Banner tone="danger">{`${t('result.failed')} ${error.text.text}`}</Banner>}
      <RadioGroup
        label={t('format.label')}
        options={formats.map((value) => ({
          value,
          label: t(`format.${value}`),
          help: t(`format.${value}Help`, { path: href(`/${item.item_domain || item.item_id}/openapi.json`) }),
        }))}
        value={choice.format}
        onValue={(format) => choose({ ...choice, format })}
      />
      {!getItemType(item.item_type).isOnePage && <ScopeFields item={item} made={made} />}
      <PastFiles files={made.files} />
    </div>
  )
}

/** The buttons of an export: to start it, or to have its file again. */
export function ExportButtons({ made }: { made: Made }) {
  const { t } = useTranslation('export')
  const { job } = made
  if (job?.state !== 'done') return null
  return (
    <>
      <Button onClick={made.again}>{t('another')}</Button>
      <Button onClick={() => downloadJobFile(job)}>{t('result.again')}</Button>
    </>
  )
}
