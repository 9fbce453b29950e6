declare const language: unknown
// oxlint-disable-next-line import/no-default-export -- the module that it describes has one
export default language
