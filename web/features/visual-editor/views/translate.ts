import i18next from 'i18next'

/** The words of the visual editor in the language of the interface, for what is drawn without React. */
export const getTranslate = () => i18next.getFixedT(null, 'visual-editor')
