import { useMemo } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { ValueTree } from './field-tree.tsx'
import styles from './reading.module.css'
import { TreeProvider } from './tree-context.ts'
import type { PageReading } from './use-reading.ts'

/** A model of the description, next to the page that refers to it. */
export function ModelDrawer(props: {
  name: string
  reading: PageReading
  onModel: (name: string) => void
  onClose: () => void
}) {
  const { name, reading, onModel, onClose } = props
  const { t } = useTranslation('api-reading')
  const model = useMemo(() => reading.model?.(name), [reading, name])
  const tree = useMemo(
    () => ({
      target: '',
      turn: 0,
      isPrinting: false,
      hasAnchors: false,
      onModel,
      examples: {},
      onExample: undefined,
      modelPath: undefined,
    }),
    [onModel],
  )
  return (
    <Drawer open title={t('model', { name })} onClose={onClose}>
      <div className={styles.drawer}>
        {model ? (
          <TreeProvider value={tree}>
            <ValueTree key={name} field={model} anchor="model" />
          </TreeProvider>
        ) : (
          <p>{t('modelGone', { name })}</p>
        )}
      </div>
    </Drawer>
  )
}
