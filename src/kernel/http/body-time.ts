import { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../messages/errors.ts';

/**
 * How long a client may take to send a request: 10 seconds for the headers, 30 in all without a session, and 10 minutes
 * at most for uploads. Milliseconds.
 */
export const serverTimes = {
  requestTimeout: 600_000,
  http: { headersTimeout: 8000, connectionsCheckingInterval: 2000 },
};
const strangerMs = 20_000;
const bodyMs = 30_000;

// After `bodyMs`, an upload must deliver this many bytes in each further interval.
const leastBytes = 16 * 1024;

// How long we keep reading from an aborted connection: a client that is still sending reads the answer late.
const lingerMs = 2000;

const granted = new WeakSet<FastifyRequest>();
const late = new WeakSet<FastifyRequest>();

/** Marks this request as the upload of a granted file, so it may take as long as an upload. */
export const allowUploadTime = (request: FastifyRequest): void => void granted.add(request);

const isUpload = (request: FastifyRequest) => granted.has(request) || (request.actor !== null && request.isMultipart());

/** Ends requests whose body does not arrive in time, with 408 if nothing was answered yet. */
export function limitTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasArrived(request)) watch(request, reply);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // A browser reads the answer only after sending the whole file, so the upload may continue.
    if (!hasArrived(request) && !(request.routeOptions.config.files && !late.has(request))) {
      void reply.header('connection', 'close');
      linger(request);
    }
    done();
  });
}

// A request from the server to itself has no network and has already arrived.
const hasArrived = ({ raw, headers }: FastifyRequest) =>
  !(raw instanceof IncomingMessage) ||
  raw.complete ||
  (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined);

function watch(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  let seen = -leastBytes;
  let timer = setTimeout(first, strangerMs).unref();
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));

  // Data that has arrived but waits for our busy event loop is in time.
  const isOurTurn = () => raw.complete || raw.readableLength > 0;

  function first() {
    if (request.actor === null && !isUpload(request) && !isOurTurn()) return giveUp(request, reply);
    timer = setTimeout(next, bodyMs - strangerMs).unref();
  }

  function next() {
    const { bytesRead } = raw.socket;
    const isFast = isUpload(request) && bytesRead - seen >= leastBytes;
    if (!isFast && !isOurTurn()) return giveUp(request, reply);
    seen = bytesRead;
    timer = setTimeout(next, bodyMs).unref();
  }
}

/** Fails the reader of the body, so that it releases its resources; it answers 408 like any other failure. */
function giveUp(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  late.add(request);
  setTimeout(() => raw.socket.destroy(), lingerMs).unref();
  if (reply.sent) return;
  const error = new AppError(408, 'invalid.too_slow');
  if (raw.listenerCount('error') > 0) raw.emit('error', error);
  else void reply.send(error);
}

/** Closing immediately would lose the answer: the system resets a connection with unread incoming data. */
function linger({ raw }: FastifyRequest): void {
  const { socket } = raw;
  raw.unpipe().resume();
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}
