/** The bare Fastify of the plain programs: a form is read as text, and an error ends the measurement. */
import Fastify from "fastify"

/** A Fastify without routes. */
export const plainApp = () => {
  const app = Fastify()
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) =>
    done(null, text)
  )
  app.setErrorHandler((error, _request, reply) => {
    console.error(error)
    return reply.code(500).send({})
  })
  return app
}
