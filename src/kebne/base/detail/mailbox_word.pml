/* The mailbox word and the system queue of one cell: two senders, one who suspends, resumes and
 * perhaps terminates it, and two workers. Each step below is one atomic access of the code, and
 * bears the name of its function: `code: class::function`.
 *
 * Checked for all interleavings: one owner at a time, nobody runs a closed cell, nothing is lost,
 * nothing sleeps with work to do. With -DMUTANT=n a step is broken, and the check must fail:
 *   1  announce_system sets no System bit
 *   2  announce_system lets a closed cell be scheduled
 *   3  try_suspend lets go without a look at System
 *   4  whoever took the batch does not look at the system queue
 *   5  try_idle_after does not see what has come on top
 */
#ifndef MUTANT
#define MUTANT 0
#endif
#define SENDERS 2
#define EACH 2

mtype = { SUSPEND, RESUME, TERMINATE };

bit Scheduled, Suspended, Closed, System;  /* the flags of the word */
byte chain;                                /* the nodes in the word */
byte batch;                                /* nodes that the owner has taken */
bit queue_closed;
chan system_queue = [4] of { mtype };

byte sent, handled, dead, queued, owner, hold, finished;

/* code: MailboxWord::push */
/* code: MailboxWord::push_special */
inline push() {
  atomic {
    mine = 0; sent++;
    if
    :: Closed -> dead++
    :: else ->
       chain++;
       if
       :: !Suspended && !Scheduled -> Scheduled = 1; mine = 1
       :: else
       fi
    fi
  }
  if :: mine -> queued++ :: else fi   /* code: schedule */
}

/* code: SystemQueue::push */
/* code: MailboxWord::announce_system */
inline push_system(op) {              /* code: push_system */
  atomic { if :: queue_closed -> skip :: else -> system_queue!op fi }
  atomic {
    mine = (!Scheduled && (!Closed || MUTANT == 2));
    Scheduled = 1;
    if :: MUTANT != 1 -> System = 1 :: else fi
  }
  if :: mine -> queued++ :: else fi
}

/* code: MailboxWord::close */
/* code: SystemQueue::close */
inline finish_terminate() {           /* code: finish_terminate */
  atomic { dead = dead + chain; chain = 0; Closed = 1; Scheduled = 0; Suspended = 0; System = 0 }
  dead = dead + batch; batch = 0;
  atomic { queue_closed = 1; do :: system_queue?_ :: empty(system_queue) -> break od }
  owner = 2; gone = 1
}

/* code: SystemQueue::take_all */
inline run_system() {                 /* code: run_system */
  do
  :: gone -> break
  :: !gone && nempty(system_queue) ->
     system_queue?op;
     if
     :: op == SUSPEND -> hold++
     :: op == RESUME -> hold--
     :: op == TERMINATE -> finish_terminate()
     fi
  :: !gone && empty(system_queue) -> break
  od
}

/* code: MailboxWord::try_suspend */
/* code: MailboxWord::clear_system */
inline run_held() {                   /* code: run_held */
  atomic {
    if
    :: !System || MUTANT == 3 -> Suspended = 1; Scheduled = 0; owner = 0; let_go = 1
    :: else -> System = 0
    fi
  }
  if :: !let_go -> run_system() :: else fi
}

/* code: MailboxWord::try_idle */
/* code: MailboxWord::take_all */
inline idle_or_take() {
  atomic {
    if
    :: chain == 0 && !Suspended && !System && Scheduled -> Scheduled = 0; owner = 0; let_go = 1
    :: else -> batch = chain; chain = 0; Suspended = 0; System = 0; Scheduled = 1
    fi
  }
  if :: !let_go && MUTANT != 4 -> run_system() :: else fi
}

/* code: MailboxWord::peek_only */
/* code: MailboxWord::try_idle_after */
inline handle_in_place() {            /* code: handle_in_place */
  handled++; budget++;
  atomic {
    if
    :: (chain == 1 && !System) || MUTANT == 5 ->
       chain--; Scheduled = 0; owner = 0; let_go = 1
    :: else ->                        /* code: leave_place */
       batch = chain - 1; chain = 0; Suspended = 0; System = 0; Scheduled = 1
    fi
  }
  if :: !let_go && MUTANT != 4 -> run_system() :: else fi
}

proctype Sender() {
  byte i; bit mine;
  do
  :: i < EACH -> push(); i++
  :: else -> break
  od;
  finished++
}

proctype Supervisor() {
  bit mine;
  push_system(SUSPEND);
  push_system(RESUME);
  if :: push_system(TERMINATE) :: skip fi;
  finished++
}

proctype Worker() {                   /* code: ActorCell::run */
  mtype op; bit gone; byte budget; bit let_go;
end:
  do
  :: atomic {
       queued > 0 -> queued--; assert(owner == 0); owner = 1; gone = 0; let_go = 0; budget = 0
     }
     run_system();
     do
     :: gone || let_go -> break
     :: else ->
        if
        :: hold > 0 -> run_held()
        :: hold == 0 && batch == 0 && chain == 1 && !Suspended && !System && budget == 0 ->
           handle_in_place()
        :: hold == 0 && batch == 0 -> idle_or_take()
        :: hold == 0 && batch > 0 ->
           if
           :: budget == 1 -> atomic { owner = 0; queued++; let_go = 1 }  /* used up: to the back */
           :: else -> batch--; handled++; budget++; run_system()
           fi
        fi
     od
  od
}

init {
  atomic {
    byte i;
    for (i : 1 .. SENDERS) { run Sender() }
    run Supervisor(); run Worker(); run Worker()
  }
  timeout;  /* nobody can move any more */
  assert(finished == SENDERS + 1);
  assert(queued == 0);
  assert(sent == handled + dead);
  assert(chain == 0 && batch == 0);
  assert(empty(system_queue))
}
