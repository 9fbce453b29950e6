import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { socketPaths } from './api-source.ts'
import { pathMark, useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import type { Path } from './json-source-edit.ts'
import { setFlag, setNumber, splitNames } from './socket-edits.ts'

const { socket: at, subProtocols, heartbeat } = socketPaths

function NumberField(props: { label: string; help?: string; path: Path; value: string }) {
  const { label, help, path, value } = props
  const { store } = useApiEdit()
  return (
    <Field label={label} help={help}>
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        data-path={pathMark(path)}
        value={value}
        onValue={(next) => store.change((now) => setNumber(now, path, next.trim()), pathMark(path))}
      />
    </Field>
  )
}

/** Editor for the connection settings of a WebSocket: sub-protocols, reconnecting, and heartbeat. */
export function SocketPart() {
  const { t } = useTranslation('api-page')
  const { store, source } = useApiEdit()
  const { socket } = source.doc
  const [typed, setTyped] = useState<string>()
  const flag = (path: Path, isOn: boolean) => store.change((now) => setFlag(now, path, isOn))
  return (
    <section className={styles.block} aria-label={t('socket.label')}>
      <h2 className={styles.heading}>{t('socket.label')}</h2>
      <Field label={t('socket.subProtocols')} help={t('socket.subProtocolsHelp')}>
        <TextInput
          mono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="v1, graphql-ws"
          data-path={pathMark(subProtocols)}
          value={typed ?? socket.subProtocols.join(', ')}
          onValue={(text) => {
            setTyped(text)
            store.put(subProtocols, splitNames(text))
          }}
          onBlur={() => setTyped(undefined)}
        />
      </Field>
      <Checkbox
        label={t('socket.reconnects')}
        checked={socket.reconnects}
        onChecked={(isOn) => flag([...at, 'autoReconnect'], isOn)}
      />
      {socket.reconnects && (
        <div className={styles.pair}>
          <NumberField
            label={t('socket.interval')}
            path={[...at, 'reconnectInterval']}
            value={socket.reconnectInterval}
          />
          <NumberField
            label={t('socket.attempts')}
            help={t('socket.attemptsHelp')}
            path={[...at, 'reconnectMaxTimes']}
            value={socket.reconnectMaxTimes}
          />
        </div>
      )}
      <Checkbox
        label={t('socket.heartbeat')}
        checked={socket.heartbeat.isOn}
        onChecked={(isOn) => flag([...heartbeat, 'enabled'], isOn)}
      />
      {socket.heartbeat.isOn && (
        <div className={styles.pair}>
          <NumberField
            label={t('socket.interval')}
            path={[...heartbeat, 'interval']}
            value={socket.heartbeat.interval}
          />
          <Field label={t('socket.ping')}>
            <TextInput
              mono
              autoComplete="off"
              spellCheck={false}
              data-path={pathMark([...heartbeat, 'pingMessage'])}
              value={socket.heartbeat.message}
              onValue={(text) => store.put([...heartbeat, 'pingMessage'], text)}
            />
          </Field>
        </div>
      )}
    </section>
  )
}
