package org.braid.testkit.contract;

/** All contracts of one transport. */
interface WholeContract extends DeliveryContract, SizeContract, FlowContract, LifeContract, CloseContract, RemoteMemoryContract, RefusedAccessContract, ManyContextsContract {}
