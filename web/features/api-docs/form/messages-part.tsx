import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { AddIcon } from '#web/ui/icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { socketPaths } from './api-doc.ts'
import { useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { elementTextFor, elementTextsAt, type Path, replaceAt, setAt } from './json-edit.ts'
import { JsonField } from './json-field.tsx'
import { NamedHeader } from './named-header.tsx'
import { setFlag } from './socket-edits.ts'

const { messages: list } = socketPaths

/** Editor for the example messages that a client sends over a WebSocket. */
export function MessagesPart() {
  const { t } = useTranslation('api-page')
  const { store, source, aim } = useApiEdit()
  const { messages } = source.doc
  const [tab, setTab] = useState('0')
  const [followed, setFollowed] = useState(aim)
  if (aim !== followed) {
    setFollowed(aim)
    if (aim?.path[0] === list[0]) setTab(String(aim.path[2] ?? 0))
  }
  const at = Math.min(Number(tab), messages.length - 1)
  const message = messages[at]
  const nameAt = (place: number) => messages[place]?.name || i18next.t('api-page:message.unnamed', { place: place + 1 })
  const pathOf = (field: string): Path => [...list, at, field]
  const add = () => {
    const made = { name: '', type: 'json', payload: '', enabled: true }
    store.change((now) => replaceAt(now, list, [...elementTextsAt(now, list), elementTextFor(now, list, made)]))
    setTab(String(messages.length))
  }
  const remove = () => {
    const before = store.get().text
    store.change((now) => replaceAt(now, list, elementTextsAt(now, list).toSpliced(at, 1)))
    toast.ok(
      localized(() => i18next.t('api-page:answer.removed', { name: nameAt(at) })),
      { undo: () => store.write(before), isOfScreen: true },
    )
  }
  return (
    <section className={styles.block} aria-label={t('message.label')}>
      <div className={styles.bar}>
        <h2 className={styles.heading}>{t('message.label')}</h2>
        <Button size="s" icon={<AddIcon />} onClick={add}>
          {t('message.add')}
        </Button>
      </div>
      {message ? (
        <Tabs
          label={t('message.label')}
          tabs={messages.map((_, place) => ({ id: String(place), label: nameAt(place) }))}
          value={String(at)}
          onValue={setTab}
        >
          <div className={styles.block} key={at}>
            <NamedHeader
              label={t('message.name')}
              path={pathOf('name')}
              value={message.name}
              remove={t('message.remove')}
              onRemove={remove}
            >
              <Checkbox
                label={t('message.on')}
                checked={!message.isOff}
                onChecked={(isOn) => store.change((now) => setFlag(now, pathOf('enabled'), isOn))}
              />
            </NamedHeader>
            <JsonField
              label={t('message.payload')}
              value={message.payload}
              mark={pathOf('payload').join('.')}
              isJson={message.type === 'json'}
              placeholder={'{\n  "op": "subscribe"\n}'}
              onValue={(next) =>
                store.change((now) => setAt(now, pathOf('payload'), next), pathOf('payload').join('.'))
              }
            />
          </div>
        </Tabs>
      ) : (
        <p className={styles.aside}>{t('message.none')}</p>
      )}
    </section>
  )
}
