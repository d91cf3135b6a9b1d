/** The documents that `/docs` serves; the image needs them too (.dockerignore). */
export const servedDocuments = [
  'guides',
  'receivers',
  'notifications.md',
  'portal.md',
  'sandbox.md',
  'tollgate.postman_collection.json',
].map((name) => `docs/${name}`)
