import i18next from 'i18next'

/** Returns the visual editor's texts in the interface language, for what is drawn without React. */
export const getTranslate = () => i18next.getFixedT(null, 'visual-editor')
