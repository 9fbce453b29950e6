import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { AddIcon } from '#web/ui/icons.ts'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { lists } from './api-source.ts'
import { pathMark, useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { describeFields } from './import-text.ts'
import { JsonField } from './json-field.tsx'
import { elementTextFor, elementTextsAt, type Path, replaceAt, setAt } from './json-source-edit.ts'
import { MarkdownField } from './markdown-field.tsx'
import { NamedHeader } from './named-header.tsx'
import { countRows } from './row-edits.ts'
import { RowList } from './row-list.tsx'
import { useRowsDocument } from './use-rows.ts'

const examplesPath: Path = ['response', 'examples']
const textPaths = { success: ['response', 'responseExample'], failure: ['response', 'responseFailExample'] } as const
const headPaths = {
  success: { status: ['response', 'responseExampleStatus'], remark: ['response', 'responseExampleRemark'] },
  failure: { status: ['response', 'responseFailExampleStatus'], remark: ['response', 'responseFailExampleRemark'] },
} as const

/** Editor for the responses: success, failure, and any number of further examples, each with its fields. */
export function ResponsesPart() {
  const { t } = useTranslation('api-page')
  const { store, source, aim } = useApiEdit()
  const rows = useRowsDocument()
  const [success, failure, ...examples] = source.doc.responses
  const [tab, setTab] = useState<string>('success')
  const [followed, setFollowed] = useState(aim)
  if (aim !== followed) {
    setFollowed(aim)
    const [top, part, at] = aim?.path ?? []
    if (top === 'response')
      setTab(part === 'examples' ? String(at ?? 0) : String(part).includes('Fail') ? 'failure' : 'success')
  }
  const shown = tab === 'success' || tab === 'failure' || Number(tab) < examples.length ? tab : 'success'
  const isMore = shown !== 'success' && shown !== 'failure'
  const at = Number(shown)
  const textPath: Path = isMore ? [...examplesPath, at, 'data'] : textPaths[shown === 'failure' ? 'failure' : 'success']
  const rowsPath: Path = isMore ? [...examplesPath, at, 'param'] : lists[shown === 'failure' ? 'failure' : 'success']
  const response = (isMore && examples[at]) || (shown === 'failure' ? failure : success)
  const headPath: { status: Path; remark: Path } = isMore
    ? { status: [...examplesPath, at, 'status'], remark: [...examplesPath, at, 'remark'] }
    : headPaths[shown === 'failure' ? 'failure' : 'success']
  const statusField = (
    <span className={styles.status}>
      <TextInput
        size="s"
        mono
        aria-label={t('answer.status')}
        placeholder={t('answer.status')}
        data-path={pathMark(headPath.status)}
        value={response.status}
        onValue={(next) => store.change((now) => setAt(now, headPath.status, next), pathMark(headPath.status))}
      />
    </span>
  )
  const withStatus = (label: string, { status }: { status: string }) => (status === '' ? label : `${label} · ${status}`)
  const nameOf = (name: string, place: number) => name || i18next.t('api-page:answer.unnamed', { place: place + 1 })
  const tabs: Tab[] = [
    {
      id: 'success',
      label: withStatus(t('answer.success'), success),
      ...(countRows(source.value, lists.success) > 0 && { count: countRows(source.value, lists.success) }),
    },
    {
      id: 'failure',
      label: withStatus(t('answer.failure'), failure),
      ...(countRows(source.value, lists.failure) > 0 && { count: countRows(source.value, lists.failure) }),
    },
    ...examples.map((one, place) => ({
      id: String(place),
      label: one.name === '' && one.status !== '' ? one.status : withStatus(nameOf(one.name, place), one),
    })),
  ]
  const add = () => {
    store.change((now) =>
      replaceAt(now, examplesPath, [
        ...elementTextsAt(now, examplesPath),
        elementTextFor(now, examplesPath, { name: '', status: '', remark: '', data: '', param: [] }),
      ]),
    )
    setTab(String(examples.length))
  }
  const remove = () => {
    const before = store.get().text
    store.change((now) => replaceAt(now, examplesPath, elementTextsAt(now, examplesPath).toSpliced(at, 1)))
    setTab('success')
    toast.ok(
      localized(() => i18next.t('api-page:answer.removed', { name: nameOf(response.name, at) })),
      { undo: () => store.write(before), isOfScreen: true },
    )
  }
  const describe = () => {
    const before = store.get().text
    store.change(describeFields(rowsPath, 'answer', response.example))
    toast.ok(
      localized(() => i18next.t('api-page:json.described')),
      { undo: () => store.write(before), isOfScreen: true },
    )
  }
  return (
    <section className={styles.block} aria-label={t('answer.label')}>
      <div className={styles.bar}>
        <h2 className={styles.heading}>{t('answer.label')}</h2>
        <Button size="s" icon={<AddIcon />} onClick={add}>
          {t('answer.add')}
        </Button>
      </div>
      <Tabs label={t('answer.label')} tabs={tabs} value={shown} onValue={setTab}>
        <div className={styles.block} key={shown}>
          {isMore && (
            <NamedHeader
              label={t('answer.name')}
              path={[...examplesPath, at, 'name']}
              value={response.name}
              remove={t('answer.remove')}
              onRemove={remove}
            >
              {source.doc.type === 'api' && statusField}
            </NamedHeader>
          )}
          {!isMore && source.doc.type === 'api' && <div className={styles.bar}>{statusField}</div>}
          {(source.doc.type === 'api' || response.remark !== '') && (
            <MarkdownField
              label={t('answer.about')}
              path={headPath.remark}
              value={response.remark}
              rows={2}
              placeholder={t('answer.about')}
            />
          )}
          <JsonField
            label={t('answer.text')}
            value={response.example}
            mark={textPath.join('.')}
            isJson={false}
            placeholder={'{\n  "code": 0\n}'}
            onValue={(next) => store.change((now) => setAt(now, textPath, next), textPath.join('.'))}
            onDescribe={describe}
          />
          <RowList label={t('answer.fields')} document={rows} path={rowsPath} kind="answer" />
        </div>
      </Tabs>
      {(source.doc.type !== 'api' || source.doc.responseRemark !== '') && (
        <MarkdownField
          label={t('answer.remark')}
          path={['response', 'remark']}
          value={source.doc.responseRemark}
          rows={2}
          placeholder={t('answer.remark')}
        />
      )}
    </section>
  )
}
