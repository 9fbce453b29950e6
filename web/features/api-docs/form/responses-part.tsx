import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { AddIcon } from '#web/ui/icons.ts'
import { type Tab, Tabs } from '#web/ui/tabs.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { lists } from './api-source.ts'
import { JsonField, MarkdownField, NamedHeader } from './document-fields.tsx'
import { changeWithUndo, pathMark, useAim, useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { appendAt, type Path, removeAt } from './json-source-edit.ts'
import { fieldsOfResponse } from './reading-fields.ts'
import { tabCount } from './row-edits.ts'
import { TreeList } from './tree-list.tsx'

const examplesPath: Path = ['response', 'examples']
const textPaths = { success: ['response', 'responseExample'], failure: ['response', 'responseFailExample'] } as const
const headPaths = {
  success: { status: ['response', 'responseExampleStatus'], remark: ['response', 'responseExampleRemark'] },
  failure: { status: ['response', 'responseFailExampleStatus'], remark: ['response', 'responseFailExampleRemark'] },
} as const

/** Editor for the responses: success, failure, and any number of further examples, each with its fields. */
export function ResponsesPart() {
  const { t } = useTranslation('api-page')
  const edit = useApiEdit()
  const { store, source } = edit
  const [success, failure, ...examples] = source.doc.responses
  const [tab, setTab] = useState<string>('success')
  useAim(([top, part, at]) => {
    if (top === 'response')
      setTab(part === 'examples' ? String(at ?? 0) : String(part).includes('Fail') ? 'failure' : 'success')
  })
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
        onValue={(next) => store.put(headPath.status, next)}
      />
    </span>
  )
  const withStatus = (label: string, { status }: { status: string }) => (status === '' ? label : `${label} · ${status}`)
  const nameOf = (name: string, place: number) => name || i18next.t('api-page:answer.unnamed', { place: place + 1 })
  const tabs: Tab[] = [
    {
      id: 'success',
      label: withStatus(t('answer.success'), success),
      ...tabCount(source.value, lists.success),
    },
    {
      id: 'failure',
      label: withStatus(t('answer.failure'), failure),
      ...tabCount(source.value, lists.failure),
    },
    ...examples.map((one, place) => ({
      id: String(place),
      label: one.name === '' && one.status !== '' ? one.status : withStatus(nameOf(one.name, place), one),
    })),
  ]
  const add = () => {
    store.change((now) => appendAt(now, examplesPath, { name: '', status: '', remark: '', data: '', param: [] }))
    setTab(String(examples.length))
  }
  const remove = () => {
    changeWithUndo(
      edit,
      (now) => removeAt(now, examplesPath, at),
      () => i18next.t('api-page:answer.removed', { name: nameOf(response.name, at) }),
    )
    setTab('success')
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
            path={textPath}
            isJson={false}
            placeholder={'{\n  "code": 0\n}'}
            fields={{ path: rowsPath, kind: 'answer' }}
          />
          <TreeList
            label={t('answer.fields')}
            document={edit}
            path={rowsPath}
            kind="answer"
            fieldsOf={fieldsOfResponse(response.status)}
          />
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
