import { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/**
 * How long a client may take to send a request. The first 10 seconds are for its headers, 30 in all for somebody who is
 * not signed in; no upload takes more than 10 minutes. Milliseconds.
 */
export const serverTimes = {
  requestTimeout: 600_000,
  http: { headersTimeout: 8000, connectionsCheckingInterval: 2000 },
};
const strangerMs = 20_000;
const bodyMs = 30_000;

// Once `bodyMs` are over, an upload has to bring so many bytes in each that follow.
const leastBytes = 16 * 1024;

// How long a connection that is given up is still listened to: a client that is sending reads its answer late.
const lingerMs = 2000;

const granted = new WeakSet<FastifyRequest>();
const late = new WeakSet<FastifyRequest>();

/** This request brings a file that was granted, so it may take the time of an upload. */
export const allowUploadTime = (request: FastifyRequest): void => void granted.add(request);

const isUpload = (request: FastifyRequest) => granted.has(request) || (request.actor !== null && request.isMultipart());

/** Ends requests whose body does not arrive in time, with 408 where nothing was answered yet. */
export function limitTime(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasArrived(request)) watch(request, reply);
  });
  app.addHook('onSend', async (request, reply) => {
    // A browser that uploads a file reads the answer when all is sent: that goes on, as long as it may take.
    if (hasArrived(request) || (request.routeOptions.config.files && !late.has(request))) return;
    void reply.header('connection', 'close');
    linger(request);
  });
}

// A request that the server makes to itself is none of the network's, and has arrived.
const hasArrived = ({ raw, headers }: FastifyRequest) =>
  !(raw instanceof IncomingMessage) ||
  raw.complete ||
  (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined);

function watch(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  let seen = -leastBytes;
  let timer = setTimeout(first, strangerMs).unref();
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));

  // What has arrived and waits to be read is in time: it is we who are slow.
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

/** Fails what reads the body, so that it lets go of what it has; it answers 408 like any other failure. */
function giveUp(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  late.add(request);
  setTimeout(() => raw.socket.destroy(), lingerMs).unref();
  if (reply.sent) return;
  const error = new AppError(408, 'invalid.too_slow');
  if (raw.listenerCount('error') > 0) raw.emit('error', error);
  else void reply.send(error);
}

/** Closing at once would lose the answer: the system resets a connection that still brings what nobody reads. */
function linger({ raw }: FastifyRequest): void {
  const { socket } = raw;
  raw.unpipe().resume();
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}
