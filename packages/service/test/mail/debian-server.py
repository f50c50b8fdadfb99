"""An SMTP server by other authors than nodemailer's. It prints its port, then each message as a line of JSON."""
import asyncio, json, ssl, sys
from aiosmtpd.smtp import SMTP, AuthResult

class Handler:
    async def handle_DATA(self, server, session, envelope):
        print(json.dumps({
            "from": envelope.mail_from, "to": envelope.rcpt_tos, "user": str(session.auth_data),
            "tls": session.ssl is not None, "text": envelope.content.decode("utf-8", "surrogateescape")}), flush=True)
        return "250 Message accepted"

def authenticate(server, session, envelope, mechanism, data):
    right = data.login == b"user" and data.password == b"right"
    return AuthResult(success=right, auth_data=data.login.decode(), handled=right)

async def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1])
    loop = asyncio.get_running_loop()
    def make():
        return SMTP(Handler(), tls_context=context, require_starttls=True, auth_required=True,
                    authenticator=authenticate, enable_SMTPUTF8=True, hostname="localhost")
    server = await loop.create_server(make, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)

asyncio.run(main())
